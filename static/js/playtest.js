// The table by keys and by dragging. Without this file everything works by its buttons.

const table = () => document.getElementById("playtest");
const form = () => document.getElementById("table");
const typing = (target) => target.closest("input:not([type=checkbox]), select, textarea");

function send(values) {
  const data = new FormData(form());
  data.delete("cards");
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  htmx.ajax("POST", form().action, { source: form(), target: "#playtest", swap: "outerHTML", values: data });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const arrows = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.key in arrows && table().contains(event.target)) return step(event, arrows[event.key]);
  if (event.key === "Enter" && event.target.matches(".pick")) return first(event);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && event.target.closest("a, button, summary")) return;
  const target = key === "m" ? form()?.querySelector("[value=move]") : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
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
  send({ do: "move", cards: dragged, to: zone.dataset.zone, slot: cell?.dataset.slot ?? "" });
  dragged = null;
});

// After a change the focus is on the same card or button, and what was open stays open.
let before = null;
document.addEventListener("htmx:beforeSwap", () => {
  const active = document.activeElement;
  before = {
    id: active?.id,
    action: active?.matches?.("[name=do]") ? active.value : "",
    open: [...document.querySelectorAll("#playtest details[open]")].map((each) => each.id),
    tools: Object.fromEntries([...document.querySelectorAll("#tools :is(input, select)")].map((each) => [each.name, each.value])),
    log: document.querySelector(".entries")?.scrollTop,
  };
});
document.addEventListener("htmx:afterSwap", () => {
  if (!before) return;
  for (const id of before.open) document.getElementById(id)?.setAttribute("open", "");
  for (const [name, value] of Object.entries(before.tools)) {
    const field = document.querySelector(`#tools [name="${name}"]`);
    if (field) field.value = value;
  }
  const question = document.querySelector(".question .option");
  const same = before.id ? document.getElementById(before.id) : null;
  const button = before.action ? document.querySelector(`[name=do][value="${CSS.escape(before.action)}"]`) : null;
  (question ?? same ?? button ?? document.querySelector(".table-actions .button"))?.focus({ preventScroll: true });
  scrollLog();
});

const scrollLog = () => {
  const entries = document.querySelector(".entries");
  if (entries) entries.scrollTop = entries.scrollHeight;
};
scrollLog();
