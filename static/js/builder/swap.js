// Swaps the deck. Focus returns to the same element, by its id, its markup or its position; text being typed stays.

import { builder, deck, pool, rowControl, rows } from "./dom.js";
import { draw } from "./drawings.js";
import { typing } from "./forms.js";
import { swapAllowed } from "./hold_swap.js";
import { restoreToast } from "./toast.js";

function capture() {
  const active = document.activeElement;
  const row = active.closest(".row");
  const draft = active === typing.field ? { value: active.value, caret: active.selectionStart } : null;
  typing.field = null;
  const scrollTop = document.getElementById("deck-list").scrollTop;
  const openIds = [...deck().querySelectorAll("details[id][open]")].map((details) => details.id);
  const rowIndex = row ? rows().indexOf(row) : -1;
  return { active, inDeck: deck().contains(active), rowIndex, draft, scrollTop, openIds, notes: unsavedNotes() };
}

// Notes have a button of their own, so they wait in their field.
function unsavedNotes() {
  const field = document.getElementById("deck-notes");
  return field.value === field.defaultValue ? null : field.value;
}

function restore({ active, inDeck, rowIndex, draft, scrollTop, openIds, notes }) {
  if (notes !== null) document.getElementById("deck-notes").value = notes;
  for (const id of openIds) document.getElementById(id)?.setAttribute("open", "");
  document.getElementById("deck-list").scrollTop = scrollTop;
  if (!inDeck) return;
  const same = active.id ? document.getElementById(active.id) : null;
  if (active.id === "share-now" && !same) return showLink();
  const next = () => copyOf(active) ?? successor(active) ?? rowControl(rowAt(rowIndex)) ?? deck();
  const field = same && !same.disabled ? same : next();
  field.focus({ preventScroll: true });
  if (!draft || field !== same) return;
  field.value = draft.value;
  field.setSelectionRange(draft.caret, draft.caret);
  typing.field = field;
}

const rowAt = (index) => (index < 0 ? null : rows()[Math.min(index, rows().length - 1)]);
const copyOf = ({ localName, outerHTML }) =>
  [...deck().querySelectorAll(localName)].find((each) => each.outerHTML === outerHTML && each.checkVisibility());

// What took its place in the same part: a card's link has another title once its line breaks a rule.
function successor(active) {
  const part = active.closest("[data-digest]");
  if (!part) return null;
  const index = [...part.querySelectorAll(active.localName)].indexOf(active);
  return document.getElementById(part.id)?.querySelectorAll(active.localName)[index];
}

export function showLink() {
  const link = document.getElementById("share-link");
  document.getElementById("share").open = true;
  link.focus();
  link.select();
}

export const partsHere = () =>
  [...deck().querySelectorAll("[data-digest]")].map((part) => part.dataset.digest).join(" ");

// Unchanged parts are not sent again: the answer has a placeholder for each, and the part on the page is put there.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb !== "post") return;
  detail.parameters.held = partsHere();
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { target, shouldSwap, serverResponse } = event.detail;
  if (target !== deck() || !shouldSwap) return;
  event.detail.shouldSwap = false;
  swapAllowed().then(() => swap(serverResponse));
});

function swap(html) {
  const state = capture();
  htmx.swap(deck(), html, { swapStyle: "outerHTML" });
  document.getElementById("lines").reset(); // an unchanged row may still show a number that was refused
  restore(state);
}

document.body.addEventListener("htmx:afterSwap", () => {
  updatePool();
  draw();
  restoreToast();
});

// Updates counts, marks and − buttons on the cards of the pool.
export function updatePool() {
  const state = JSON.parse(document.getElementById("deck-state").textContent);
  for (const card of pool.querySelectorAll(".card[data-key]")) {
    const badge = card.querySelector("[data-count]");
    const count = state.counts[card.dataset.key] ?? 0;
    const mark = state.marks[card.dataset.key];
    badge.textContent = count || "";
    badge.hidden = !count;
    badge.className = mark ? `count is-${mark}` : "count";
    updateRemoveButton(card, badge, count);
  }
}

function updateRemoveButton(card, badge, count) {
  const add = card.querySelector(".add-card");
  const remove = card.querySelector(".remove-card");
  if (!count && remove) {
    if (remove === document.activeElement) add.focus();
    remove.remove();
  } else if (count && !remove) {
    const name = [".name", ".apart"].map((part) => card.querySelector(part)?.textContent).filter(Boolean).join(" ");
    const button = document.createElement("button");
    Object.assign(button, { className: "remove-card", textContent: "−", name: "code", value: add.value });
    button.setAttribute("form", "removing");
    button.setAttribute("aria-label", builder.dataset.fewer.replace("{name}", name));
    badge.after(button);
  }
}
