// What has the focus is told by its id, its row or its markup, so that it has it again after the deck was drawn anew;
// what is being typed stays.

import { typing } from "./forms.js";
import { deck, handle, pool, rows } from "./parts.js";
import { free } from "./pressing.js";
import { tellAgain } from "./telling.js";

// The cards that break a rule, and the rules that are broken: what is wrong unfolds when there is more of it.
function wrong() {
  const { marks } = JSON.parse(document.getElementById("deck-state").textContent);
  const rules = [...document.querySelectorAll("#issues .is-illegal")].map((each) => each.dataset.code);
  return new Set([...rules, ...Object.keys(marks).filter((key) => marks[key] === "illegal")]);
}

function hold() {
  const active = document.activeElement;
  const row = active.closest(".row");
  const typed = active === typing.field ? { value: active.value, at: active.selectionStart } : null;
  typing.field = null;
  const scrolled = document.getElementById("deck-list").scrollTop;
  const open = [...deck().querySelectorAll("details[id][open]")].map((each) => each.id);
  const place = row ? rows().indexOf(row) : -1;
  return { active, inside: deck().contains(active), place, typed, scrolled, open, wrong: wrong() };
}

function restore({ active, inside, place, typed, scrolled, open, wrong: before }) {
  if ([...wrong()].some((each) => !before.has(each))) open.push("issues");
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  document.getElementById("deck-list").scrollTop = scrolled;
  if (!inside) return;
  const same = active.id ? document.getElementById(active.id) : null;
  if (active.id === "share-now" && !same) return showLink();
  const field = same && !same.disabled ? same : (handle(rowAt(place)) ?? alike(active) ?? deck());
  field.focus({ preventScroll: true });
  if (!typed || field !== same) return;
  field.value = typed.value;
  field.setSelectionRange(typed.at, typed.at);
  typing.field = field;
}

const rowAt = (place) => (place < 0 ? null : rows()[Math.min(place, rows().length - 1)]);
const alike = (gone) => [...deck().querySelectorAll(gone.localName)].find((each) => each.outerHTML === gone.outerHTML);

export function showLink() {
  const link = document.getElementById("share-link");
  document.getElementById("share").open = true;
  link.focus();
  link.select();
}

// What the deck shows already is not sent again: the answer has its place alone, where it is put back.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb !== "post") return;
  detail.parameters.held = [...deck().querySelectorAll("[data-digest]")].map((part) => part.dataset.digest).join(" ");
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { target, shouldSwap, serverResponse } = event.detail;
  if (target !== deck() || !shouldSwap) return;
  event.detail.shouldSwap = false;
  free.then(() => draw(serverResponse));
});

function draw(answer) {
  const held = hold();
  htmx.swap(deck(), answer, { swapStyle: "outerHTML" });
  document.getElementById("lines").reset(); // a row that stays may have a number that was refused
  restore(held);
}

document.body.addEventListener("htmx:afterSwap", () => {
  follow();
  tellAgain();
});

// Counts and marks on the cards beside the deck follow the deck.
export function follow() {
  const state = JSON.parse(document.getElementById("deck-state").textContent);
  for (const card of pool.querySelectorAll(".card[data-key]")) {
    const badge = card.querySelector("[data-count]");
    const count = state.counts[card.dataset.key] ?? 0;
    const mark = state.marks[card.dataset.key];
    badge.textContent = count || "";
    badge.hidden = !count;
    badge.className = mark ? `count is-${mark}` : "count";
  }
}
