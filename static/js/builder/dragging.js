// Drag and drop: a card into the deck or one of its zones, a row into another zone or out of the deck. One copy, with
// Shift as many as the rules allow, or all that the row has.

import { builder } from "./dom.js";
import { edit } from "./requests.js";

let dragSource = null;

// Set here rather than in the markup of every card and row, which would be two kilobytes of a page.
builder.addEventListener("pointerdown", (event) => {
  const item = event.target.closest(".card, .row:not([data-code=''])");
  if (item) item.draggable = true;
});

builder.addEventListener("dragstart", (event) => {
  dragSource = null; // a swap removes the dragged row, and its dragend event never comes
  const row = event.target.closest?.(".row");
  const card = event.target.closest?.(".card");
  if (!row && !card) return;
  dragSource = row
    ? { from: row.dataset.zone, code: row.dataset.code }
    : { code: card.querySelector(".add-card").value };
  (row ?? card).classList.add("is-dragged");
  setTimeout(() => { if (dragSource) builder.classList.add("is-dragging"); }); // a layout that moves now ends the drag
  event.dataTransfer.effectAllowed = "copyMove"; // Shift asks for "move", which must be among them
  event.dataTransfer.setData("text/plain", (row ?? card).querySelector(".name")?.textContent.trim() ?? "");
});

function end() {
  dragSource = null;
  builder.classList.remove("is-dragging");
  for (const element of builder.querySelectorAll(".is-target, .is-dragged")) {
    element.classList.remove("is-target", "is-dragged");
  }
}

builder.addEventListener("dragend", end);

function dropArea(event) {
  const zone = event.target.closest("[data-zone]:not(.row)");
  const area = event.target.closest("[data-drop]");
  if (!dragSource || !area) return null;
  if (area.dataset.drop === "pool") return dragSource.from ? area : null;
  return zone ?? area;
}

builder.addEventListener("dragover", (event) => {
  const area = dropArea(event);
  if (!area) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = event.shiftKey || dragSource.from ? "move" : "copy";
  for (const element of builder.querySelectorAll(".is-target")) {
    if (element !== area) element.classList.remove("is-target");
  }
  area.classList.add("is-target");
});

builder.addEventListener("drop", (event) => {
  const area = dropArea(event);
  if (!area) return;
  event.preventDefault();
  const { from, code } = dragSource;
  const zone = area.dataset.zone ?? "";
  const whole = event.shiftKey;
  end();
  if (area.dataset.drop === "pool") edit({ code, zone: from, ...(whole ? { op: "set", count: 0 } : { op: "remove" }) });
  else if (!from) edit({ op: whole ? "fill" : "add", code, zone });
  else if (zone && zone !== from) edit({ op: "move", code, zone: from, to: zone, ...(whole ? {} : { count: 1 }) });
});
