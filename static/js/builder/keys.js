// Keyboard: arrow keys move between cards and rows; letters and digits change the focused one.

import { look } from "../peek.js";
import { arrange } from "./arrange.js";
import { builder, cards, csrfToken, deck, pool, rowControl, rows } from "./dom.js";
import { sendTyped, typing } from "./forms.js";
import { edit, isSaving, post } from "./requests.js";
import { show } from "./tabs.js";

let lastCard = null;

pool.addEventListener("focusin", (event) => {
  if (event.target.matches(".add-card")) lastCard = event.target;
});

// The next card of the grid in the arrow's direction.
function neighbour(list, card, key) {
  const start = card.getBoundingClientRect();
  const index = list.indexOf(card);
  if (key === "ArrowRight") return list[index + 1];
  if (key === "ArrowLeft") return list[index - 1];
  const down = key === "ArrowDown";
  const candidates = list.filter((other) => {
    const box = other.getBoundingClientRect();
    return down ? box.top > start.top + 4 : box.top < start.top - 4;
  });
  const distance = (other) => {
    const box = other.getBoundingClientRect();
    return Math.abs(box.top - start.top) * 10 + Math.abs(box.left - start.left);
  };
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
}

// From the search box to the first card, from card to card, or from row to row.
function arrowTarget(active, key) {
  const row = active.closest(".row");
  if (active.matches("#pool input[name=q]")) return key === "ArrowDown" ? cards()[0] : null;
  if (active.matches(".add-card")) return neighbour(cards(), active, key);
  if (!row || active.matches("select")) return null;
  if (["ArrowLeft", "ArrowRight"].includes(key)) return deck().matches(".is-piles") ? besidePile(row, key) : null;
  return rowControl(rows()[rows().indexOf(row) + (key === "ArrowDown" ? 1 : -1)]);
}

// The nearest row of the nearest pile to the left or right.
function besidePile(row, key) {
  const start = row.getBoundingClientRect();
  const side = key === "ArrowRight" ? 1 : -1;
  const distance = (other) => {
    const box = other.getBoundingClientRect();
    return (box.left - start.left) * side + Math.abs(box.top - start.top) * 10;
  };
  const candidates = rows().filter((other) => (other.getBoundingClientRect().left - start.left) * side > 4);
  return rowControl(candidates.toSorted((a, b) => distance(a) - distance(b))[0]);
}

function moveFocus(event) {
  const next = arrowTarget(document.activeElement, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function focusedCard() {
  const active = document.activeElement;
  const row = active.closest(".row");
  if (row) return { code: row.dataset.code, zone: row.dataset.zone };
  return { code: active.closest(".card")?.querySelector(".add-card").value };
}

function change(op, values = {}) {
  const card = focusedCard();
  if (!card.code) return false;
  edit({ op, ...card, ...values });
  return true;
}

// A card of the catalog that the deck does not have, nor will once all is saved, has no copy to lose.
function removeCopy() {
  const card = document.activeElement.closest(".card");
  if (card && !isSaving() && card.querySelector("[data-count]").hidden) return true;
  return change("remove");
}

// One copy between deck and maybe-board.
function overOrBack() {
  const { code, zone } = focusedCard();
  if (!code) return false;
  if (!zone) edit({ op: "add", code, zone: "maybe" });
  else edit({ op: "move", code, zone, to: zone === "maybe" ? "" : "maybe", count: 1 });
  return true;
}

function switchSide() {
  const toDeck = !deck().contains(document.activeElement);
  show(toDeck ? "deck" : "pool");
  const card = lastCard?.isConnected ? lastCard : cards()[0];
  (toDeck ? rowControl(rows()[0]) ?? deck() : card ?? searchField()).focus();
  return true;
}

function nextView() {
  const views = [...deck().querySelectorAll("[name=view]")];
  views[(views.findIndex((view) => view.checked) + 1) % views.length].click();
  return true;
}

// The button below the deck, which many rows lie before.
function toSharing() {
  show("deck");
  deck().querySelector(".deck-actions > .is-primary, .share-now button").focus();
  return true;
}

const searchField = () => pool.querySelector("input[name=q]");

function search() {
  show("pool");
  searchField().focus();
  searchField().select();
  return true;
}

const KEYS = {
  "/": search,
  "+": () => change("add"),
  "=": () => change("add"),
  "-": removeCopy,
  p: () => change("fill"),
  m: overOrBack,
  x: () => arrange(document.activeElement.closest("#deck .row")),
  d: switchSide,
  v: nextView,
  s: toSharing,
  i: () => look(document.activeElement),
  "?": () => { document.getElementById("help").showModal(); return true; },
};

function undoOrRedo(event) {
  const redo = event.key.toLowerCase() === "y" || event.shiftKey;
  event.preventDefault();
  post(redo ? builder.dataset.redo : builder.dataset.undo, { csrfmiddlewaretoken: csrfToken });
}

document.addEventListener("click", (event) => {
  if (!event.target.closest(".toast-undo")) return;
  deck().focus({ preventScroll: true });
  post(builder.dataset.undo, { csrfmiddlewaretoken: csrfToken });
});

// In a text field, letters and digits are text; in a quantity, only digits are.
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const number = event.target.matches("input.quantity");
  const text = !number && event.target.matches("input:not([type=radio]), textarea, select");
  const digit = /^[0-9]$/.test(event.key);
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (!text && typing.field === null && ["z", "y"].includes(event.key.toLowerCase())) undoOrRedo(event);
  } else if (event.key.startsWith("Arrow")) {
    moveFocus(event);
  } else if (!text && !(number && digit)) {
    if (number && KEYS[event.key]) sendTyped(); // the number first, then what the key does
    const done = digit ? change("set", { count: event.key }) : KEYS[event.key]?.();
    if (done) event.preventDefault();
  }
});
