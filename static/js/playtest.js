// The table by keys and by dragging. Without this file everything works by its buttons.

import { RequestQueue } from "./queue.js";

const table = () => document.getElementById("playtest");
const stage = () => document.getElementById("stage");
const form = () => document.getElementById("table");
const typing = (target) => target.closest("input:not([type=checkbox]), select, textarea");

// What is done goes to the server one after the other, each at the node that the one before led to: fast hands make no
// branches. Free moves are painted at once; the answer then shows the table as it is.
const queue = new RequestQueue(request);
let painted = null;

function send(values) {
  paint(values);
  queue.add({ values });
}

async function request({ values, key }) {
  const source = { source: table(), swap: "outerHTML" };
  if (key) {
    const link = document.querySelector(`[data-at][data-key="${key}"]`);
    if (link) await htmx.ajax("GET", link.href, { ...source, target: "#playtest" });
    return;
  }
  const address = document.querySelector("form[data-step]");
  if (!address) return;
  values.set("at", stage().dataset.node);
  await htmx.ajax("POST", address.action, { ...source, target: "#stage", values });
  if (document.querySelector(".question, #stage .is-error")) queue.clear();
  for (const each of queue.waiting) if (each.values) paint(each.values);
}

function failed() {
  queue.clear();
  if (painted) stage().replaceWith(painted);
  painted = null;
}
document.addEventListener("htmx:sendError", failed);
document.addEventListener("htmx:responseError", failed);

// The fields of the form, with these instead.
function fields(values) {
  const data = new FormData(form());
  data.delete("cards");
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-step]")) return;
  event.preventDefault();
  send(new FormData(event.target, event.submitter));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-at]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  queue.add({ key: link.dataset.key });
});

// A tap on a card selects it; one on a place then moves all that are selected there.
document.addEventListener("click", (event) => {
  const zone = form() && event.target.closest?.(".table-zone");
  if (!zone || event.target.closest(".table-card, a, button")) return;
  const cards = [...document.querySelectorAll(".pick:checked")].map((each) => each.value);
  if (!cards.length) return;
  const slot = event.target.closest("[data-slot]")?.dataset.slot ?? "";
  const values = fields({ do: "move", to: zone.dataset.zone, slot });
  for (const card of cards) values.append("cards", card);
  send(values);
});

// Painting ------------------------------------------------------------------------------------------------------------

const painters = { move: paintMove, face: paintFace, count: paintCount };

function paint(values) {
  const [op, ...words] = (values.get("do") ?? "").split(" ");
  const painter = painters[op];
  if (!painter) return;
  painted ??= stage().cloneNode(true);
  painter(values, words);
}

const cardOf = (number) => document.querySelector(`.table-card[data-number="${CSS.escape(number)}"]`);

function recount(zone, by) {
  const count = zone?.querySelector("h2 [data-count]");
  if (count) count.textContent = Number(count.textContent) + by;
}

function paintMove(values) {
  const zone = document.querySelector(`.table-zone[data-zone="${CSS.escape(values.get("to"))}"]`);
  if (!zone) return;
  for (const number of values.getAll("cards")) {
    const card = cardOf(number);
    if (!card) continue;
    recount(card.closest(".table-zone"), -1);
    recount(zone, 1);
    const cell = card.closest("li");
    const slots = [...zone.querySelectorAll("[data-slot]")];
    const chosen = slots.find((each) => each.dataset.slot === values.get("slot"));
    const slot = chosen ?? slots.find((each) => each.matches(".is-free"));
    if (zone.dataset.hidden) card.remove();
    else (slot ?? newCell(zone)).append(card);
    slot?.classList.remove("is-free");
    card.querySelectorAll("[data-act]").forEach((each) => each.remove());
    card.querySelectorAll(".pick").forEach((each) => { each.checked = false; });
    if (!cell || cell.children.length) continue;
    if ("slot" in cell.dataset) cell.classList.add("is-free");
    else cell.remove();
  }
}

function newCell(zone) {
  let cells = zone.querySelector(".cells");
  if (!cells) {
    cells = document.createElement("ol");
    cells.className = "cells";
    zone.append(cells);
  }
  const cell = document.createElement("li");
  cells.append(cell);
  return cell;
}

function paintFace(values, [face = ""]) {
  for (const number of values.getAll("cards")) {
    const card = cardOf(number);
    card?.classList.remove("is-down", "is-turned");
    if (face) card?.classList.add(`is-${face}`);
  }
}

function paintCount(values, [slug, by]) {
  for (const each of document.querySelectorAll(`[data-counter="${CSS.escape(slug)}"]`)) {
    each.textContent = Number(each.textContent) + Number(by);
  }
}

// Keys ----------------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && typing(event.target) && event.target.closest("#tools")) return press(event);
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (!table()) return;
  const arrows = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.key in arrows && table().contains(event.target)) return step(event, arrows[event.key]);
  const zones = { ArrowUp: -1, ArrowDown: 1 };
  if (event.key in zones && event.target.matches(".pick")) return leap(event, zones[event.key]);
  const counts = { "+": "mark +1", "-": "mark -1", "−": "mark -1" };
  if (event.key in counts && event.target.matches(".pick")) {
    event.preventDefault();
    return send(fields({ do: counts[event.key], cards: event.target.value }));
  }
  if (event.key === "Enter" && event.target.matches(".pick")) return first(event);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && event.target.closest("a, button, summary")) return;
  const moving = key === "m";
  const target = moving
    ? form()?.querySelector("[value=move]")
    : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!target) return;
  event.preventDefault();
  target.click();
});

// Arrows go from card to card.
function step(event, by) {
  const picks = [...document.querySelectorAll(".table-card .pick")];
  const at = picks.indexOf(event.target);
  const next = picks[(at + by + picks.length) % picks.length];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

// Up and down go from zone to zone.
function leap(event, by) {
  const zones = [...document.querySelectorAll(".table-zone")].filter((each) => each.querySelector(".pick"));
  const at = zones.indexOf(event.target.closest(".table-zone"));
  event.preventDefault();
  zones[(at + by + zones.length) % zones.length].querySelector(".pick").focus();
}

// Enter in a field of the tools presses the button after it, not the first one of the form.
function press(event) {
  if (event.target.matches("select")) return;
  event.preventDefault();
  let next = event.target.closest("label").nextElementSibling;
  while (next && !next.matches("button")) next = next.nextElementSibling;
  next?.click();
}

// Enter does the first thing the rules allow with a card.
function first(event) {
  const act = event.target.closest(".table-card").querySelector("[data-act]");
  event.preventDefault();
  if (act) act.click();
}

let dragged = null;

document.addEventListener("dragstart", (event) => {
  const card = event.target.closest?.(".table-card[data-number]");
  if (!card || !form()) return;
  dragged = card.dataset.number;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged);
});

const zoneOf = (event) => dragged !== null && event.target.closest?.(".table-zone");

document.addEventListener("dragover", (event) => {
  const zone = zoneOf(event);
  if (!zone) return;
  event.preventDefault();
  zone.classList.add("is-over");
});

document.addEventListener("dragleave", (event) => event.target.closest?.(".table-zone")?.classList.remove("is-over"));
document.addEventListener("dragend", () => { dragged = null; });

document.addEventListener("drop", (event) => {
  const zone = zoneOf(event);
  if (!zone) return;
  event.preventDefault();
  zone.classList.remove("is-over");
  const cell = event.target.closest("[data-slot]");
  send(fields({ do: "move", cards: dragged, to: zone.dataset.zone, slot: cell?.dataset.slot ?? "" }));
  dragged = null;
});

// After a change the focus is on the same card or button, and what was open stays open.
let before = null;
const swaps = (event) => ["stage", "playtest"].includes(event.detail.target?.id);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!swaps(event)) return;
  const active = document.activeElement;
  const inputs = [...document.querySelectorAll("#tools :is(input, select)")];
  before = {
    id: active?.id,
    action: active?.matches?.("[name=do]") ? active.value : "",
    open: [...document.querySelectorAll("#playtest details[open]")].map((each) => each.id),
    tools: Object.fromEntries(inputs.map((each) => [each.name, each.value])),
    log: document.querySelector(".entries")?.scrollTop,
  };
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (!swaps(event) || !before) return;
  painted = null;
  for (const id of before.open) document.getElementById(id)?.setAttribute("open", "");
  for (const [name, value] of Object.entries(before.tools)) {
    const field = document.querySelector(`#tools [name="${name}"]`);
    if (field) field.value = value;
  }
  const question = document.querySelector(".question .option");
  const same = before.id ? document.getElementById(before.id) : null;
  const button = before.action ? document.querySelector(`[name=do][value="${CSS.escape(before.action)}"]`) : null;
  if (question) question.focus(); // wherever the button was that led to it
  else (same ?? button ?? document.querySelector(".table-actions .button"))?.focus({ preventScroll: true });
  scrollLog();
});

const scrollLog = () => {
  const entries = document.querySelector(".entries");
  if (entries) entries.scrollTop = entries.scrollHeight;
};
scrollLog();
