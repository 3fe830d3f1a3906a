// Drag and drop: a card into the deck or one of its zones, a row into another zone or out of the deck.

import { builder } from "./parts.js";
import { edit } from "./requests.js";

let dragged = null;

builder.addEventListener("dragstart", (event) => {
  dragged = null; // of a drag whose end nobody heard, since the deck was drawn anew
  const row = event.target.closest?.(".row");
  const card = event.target.closest?.(".card");
  if (!row && !card) return;
  dragged = row ? { from: row.dataset.zone, code: row.dataset.code } : { code: card.querySelector(".add-card").value };
  (row ?? card).classList.add("is-dragged");
  event.dataTransfer.effectAllowed = row ? "move" : "copy";
  event.dataTransfer.setData("text/plain", (row ?? card).querySelector(".name")?.textContent.trim() ?? "");
});

function end() {
  dragged = null;
  for (const each of builder.querySelectorAll(".is-over, .is-dragged")) each.classList.remove("is-over", "is-dragged");
}

builder.addEventListener("dragend", end);

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
  end();
  if (place.dataset.drop === "pool") edit({ op: "remove", code, zone: from });
  else if (!from) edit({ op: "add", code, zone });
  else if (zone && zone !== from) edit({ op: "move", code, zone: from, to: zone });
});
