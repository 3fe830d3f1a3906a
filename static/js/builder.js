// The builder's requests, keyboard, drag and drop, and tabs. Without this file every change works too, as a page load.
import "./copy.js";
import { look } from "./peek.js";

const builder = document.getElementById("builder");
const pool = document.getElementById("pool");
const token = document.querySelector("[name=csrfmiddlewaretoken]").value;

const deck = () => document.getElementById("deck");
const cards = () => [...pool.querySelectorAll(".card .add-card")];
const rows = () => [...deck().querySelectorAll(".row")];
const handle = (row) => row?.querySelector("input.quantity, select, button");

// Changes go to the site one after the other, so that none is lost or overtaken, however quickly they are made.

let last = Promise.resolve();

function post(url, values) {
  last = last.then(() => htmx.ajax("POST", url, { target: "#deck", swap: "outerHTML", values })).catch(() => {});
}

const edit = (values) => post(builder.dataset.edit, { csrfmiddlewaretoken: token, ...values });

// A button sends its form; a field does when another choice is made, or what was typed is finished.

let typing = null;

function send(form, button = null) {
  typing = null;
  post(form.action, new FormData(form, button));
}

builder.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || "wholePage" in form.dataset) return;
  event.preventDefault();
  const field = form.querySelector("input:not([type=hidden]), select");
  if (!field) send(form, event.submitter);
  else if (field === typing) send(form);
});

builder.addEventListener("input", (event) => {
  if (deck().contains(event.target) && event.target.matches("input:not([type=radio])")) typing = event.target;
});

// A number of copies is replaced by what is typed, not written behind.
builder.addEventListener("focusin", (event) => {
  if (event.target.matches("input.quantity")) event.target.select();
});

builder.addEventListener("focusout", (event) => {
  if (event.target === typing) send(typing.form);
});

builder.addEventListener("change", (event) => {
  const field = event.target;
  if (deck().contains(field) && field.matches("select, [type=radio]") && (field.value || !field.required)) send(field.form);
});

// What has the focus is told by its id or its row, so that it has it again after the deck was drawn anew; what is being typed stays.

let held = null;

function hold() {
  const active = document.activeElement;
  const row = active.closest(".row");
  const typed = active === typing ? { value: active.value, at: active.selectionStart } : null;
  typing = null;
  const scrolled = document.getElementById("deck-list").scrollTop;
  return { inside: deck().contains(active), id: active.id, place: row ? rows().indexOf(row) : -1, typed, scrolled };
}

function restore({ inside, id, place, typed, scrolled }) {
  document.getElementById("deck-list").scrollTop = scrolled;
  if (!inside) return;
  if (id === "share-now") return showLink();
  const same = id && document.getElementById(id);
  const left = rows();
  const row = place < 0 ? null : left[Math.min(place, left.length - 1)];
  const field = same && !same.disabled ? same : (handle(row) ?? deck());
  field.focus({ preventScroll: true });
  if (!typed || field !== same) return;
  field.value = typed.value;
  field.setSelectionRange(typed.at, typed.at);
  typing = field;
}

function showLink() {
  const link = document.getElementById("share-link");
  document.getElementById("share").open = true;
  link.focus();
  link.select();
}

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target === deck()) held = hold();
});

document.body.addEventListener("htmx:afterSwap", () => {
  if (held) restore(held);
  held = null;
  follow();
  fade();
});

// Counts and marks on the cards beside the deck follow the deck.
function follow() {
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

// What went wrong is told for a while.

let fading = 0;

function fade() {
  clearTimeout(fading);
  fading = setTimeout(() => { document.getElementById("toast").hidden = true; }, 8000);
}

function tell(words) {
  const toast = document.getElementById("toast");
  toast.textContent = words;
  toast.hidden = false;
  fade();
}

document.body.addEventListener("htmx:sendError", () => tell(builder.dataset.offline));
document.body.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  tell(status < 500 ? builder.dataset.gone : builder.dataset.failed);
});

// Keyboard

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
  const form = active.closest(".card")?.querySelector("form.add");
  return { code: form?.elements.code.value };
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
    if (!text && typing === null && ["z", "y"].includes(event.key.toLowerCase())) turn(event);
  } else if (event.key.startsWith("Arrow")) {
    moveFocus(event);
  } else if (!text && !(number && digit)) {
    const done = digit ? change("set", { count: event.key }) : KEYS[event.key]?.();
    if (done) event.preventDefault();
  }
});

// Drag and drop: a card into the deck or one of its zones, a row into another zone or out of the deck.

let dragged = null;

builder.addEventListener("dragstart", (event) => {
  const row = event.target.closest?.(".row");
  const card = event.target.closest?.(".card");
  if (!row && !card) return;
  dragged = row ? { from: row.dataset.zone, code: row.dataset.code } : { code: card.querySelector("form.add [name=code]").value };
  (row ?? card).classList.add("is-dragged");
  event.dataTransfer.effectAllowed = row ? "move" : "copy";
  event.dataTransfer.setData("text/plain", (row ?? card).querySelector(".name")?.textContent.trim() ?? "");
});

builder.addEventListener("dragend", () => {
  dragged = null;
  for (const each of builder.querySelectorAll(".is-over, .is-dragged")) each.classList.remove("is-over", "is-dragged");
});

function target(event) {
  const zone = event.target.closest("[data-zone]:not(.row)");
  const area = event.target.closest("[data-drop]");
  if (!dragged || !area) return null;
  if (area.dataset.drop === "pool") return dragged.from ? area : null;
  return zone ?? area;
}

builder.addEventListener("dragover", (event) => {
  const place = target(event);
  if (!place) return;
  event.preventDefault();
  for (const each of builder.querySelectorAll(".is-over")) if (each !== place) each.classList.remove("is-over");
  place.classList.add("is-over");
});

builder.addEventListener("drop", (event) => {
  const place = target(event);
  if (!place) return;
  event.preventDefault();
  const { from, code } = dragged;
  const zone = place.dataset.zone ?? "";
  if (place.dataset.drop === "pool") edit({ op: "remove", code, zone: from });
  else if (!from) edit({ op: "add", code, zone });
  else if (zone && zone !== from) edit({ op: "move", code, zone: from, to: zone });
});

// On a phone, catalog and deck are two tabs.

function show(tab) {
  builder.dataset.tab = tab;
  for (const link of document.querySelectorAll(".tabbar a")) {
    if (link.dataset.tab === tab && link.id !== "tab-state") link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link?.matches(".tabbar a")) {
    event.preventDefault();
    show(link.dataset.tab);
    window.scrollTo({ top: 0 });
  } else if (link?.matches("[data-open=share]")) {
    event.preventDefault();
    showLink();
  } else if (link?.hash === "#pool" && link.href === location.href) {
    location.reload(); // the same search again, for what fits by now
  }
});

show(deck().matches(":target, :has(:target)") ? "deck" : "pool");
follow();
