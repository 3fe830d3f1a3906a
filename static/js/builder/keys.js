// The keyboard: arrows go from card to card and from row to row, letters and digits change what has the focus.

import { look } from "../peek.js";
import { typing } from "./forms.js";
import { builder, cards, deck, handle, pool, rows, token } from "./parts.js";
import { edit, post } from "./requests.js";
import { show } from "./tabs.js";

let lastCard = null;

pool.addEventListener("focusin", (event) => {
  if (event.target.matches(".add-card")) lastCard = event.target;
});

function near(list, from, key) {
  const here = from.getBoundingClientRect();
  const place = list.indexOf(from);
  if (key === "ArrowRight") return list[place + 1];
  if (key === "ArrowLeft") return list[place - 1];
  const down = key === "ArrowDown";
  const beyond = list.filter((each) => {
    const box = each.getBoundingClientRect();
    return down ? box.top > here.top + 4 : box.top < here.top - 4;
  });
  const away = (each) => {
    const box = each.getBoundingClientRect();
    return Math.abs(box.top - here.top) * 10 + Math.abs(box.left - here.left);
  };
  return beyond.sort((a, b) => away(a) - away(b))[0];
}

// Where an arrow leads: from the search to the first card, from card to card, from row to row.
function beside(active, key) {
  const row = active.closest(".row");
  if (active.matches("#pool input[name=q]")) return key === "ArrowDown" ? cards()[0] : null;
  if (active.matches(".add-card")) return near(cards(), active, key);
  if (!row || active.matches("select") || !["ArrowUp", "ArrowDown"].includes(key)) return null;
  return handle(rows()[rows().indexOf(row) + (key === "ArrowDown" ? 1 : -1)]);
}

function moveFocus(event) {
  const next = beside(document.activeElement, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function cardCode() {
  const active = document.activeElement;
  const row = active.closest(".row");
  if (row) return { code: row.dataset.code, zone: row.dataset.zone };
  return { code: active.closest(".card")?.querySelector(".add-card").value };
}

function change(op, more = {}) {
  const card = cardCode();
  if (!card.code) return false;
  edit({ op, ...card, ...more });
  return true;
}

function overToDeck() {
  const away = !deck().contains(document.activeElement);
  show(away ? "deck" : "pool");
  const card = lastCard?.isConnected ? lastCard : cards()[0];
  (away ? handle(rows()[0]) ?? deck() : card ?? searchField()).focus();
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
  "-": () => change("remove"),
  d: overToDeck,
  i: () => look(document.activeElement),
  "?": () => { document.getElementById("help").showModal(); return true; },
};

function turn(event) {
  const again = event.key.toLowerCase() === "y" || event.shiftKey;
  event.preventDefault();
  post(again ? builder.dataset.redo : builder.dataset.undo, { csrfmiddlewaretoken: token });
}

// In a field letters are text; in a number of copies only digits are.
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const number = event.target.matches("input.quantity");
  const text = !number && event.target.matches("input:not([type=radio]), textarea, select");
  const digit = /^[0-9]$/.test(event.key);
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (!text && typing.field === null && ["z", "y"].includes(event.key.toLowerCase())) turn(event);
  } else if (event.key.startsWith("Arrow")) {
    moveFocus(event);
  } else if (!text && !(number && digit)) {
    const done = digit ? change("set", { count: event.key }) : KEYS[event.key]?.();
    if (done) event.preventDefault();
  }
});
