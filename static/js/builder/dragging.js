// Drag and drop: a card into the deck or one of its zones, a row into another zone or out of the deck.

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
  event.dataTransfer.effectAllowed = row ? "move" : "copy";
  event.dataTransfer.setData("text/plain", (row ?? card).querySelector(".name")?.textContent.trim() ?? "");
});

function end() {
  dragSource = null;
  for (const element of builder.querySelectorAll(".is-over, .is-dragged")) {
    element.classList.remove("is-over", "is-dragged");
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
  for (const element of builder.querySelectorAll(".is-over")) if (element !== area) element.classList.remove("is-over");
  area.classList.add("is-over");
});

builder.addEventListener("drop", (event) => {
  const area = dropArea(event);
  if (!area) return;
  event.preventDefault();
  const { from, code } = dragSource;
  const zone = area.dataset.zone ?? "";
  end();
  if (area.dataset.drop === "pool") edit({ op: "remove", code, zone: from });
  else if (!from) edit({ op: "add", code, zone });
  else if (zone && zone !== from) edit({ op: "move", code, zone: from, to: zone });
});
