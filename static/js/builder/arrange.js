// Moving a card to another zone or to the maybe-board, or swapping two cards, without dragging: a dialog that opens
// with x, with a right click, or with the button that a row shows while it is pointed at.

import { builder, deck } from "./dom.js";
import { edit } from "./requests.js";

const dialog = document.getElementById("arrange");
const swaps = dialog.querySelector(".swaps");

const opener = document.createElement("button");
opener.type = "button";
opener.className = "arrange-card";
opener.tabIndex = -1; // by keyboard there is x
opener.textContent = "⋯";

const isCard = (row) => Boolean(row?.dataset.code);
const nameOf = (row) => row.querySelector(".name").textContent.trim();

let arranged = {};

function offerSwap(name, values) {
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = dialog.dataset.swap.replace("{card}", name);
  button.addEventListener("click", () => edit(values));
  const item = document.createElement("li");
  item.append(button);
  swaps.append(item);
}

// What can be done with a row's card: one copy into another zone, or in exchange for a card of the other side.
export function arrange(row) {
  if (!isCard(row)) return false;
  const { code, zone } = row.dataset;
  const maybe = zone === "maybe";
  arranged = { zone, code };
  swaps.replaceChildren();
  dialog.querySelector("h2").textContent = nameOf(row);
  for (const button of dialog.querySelectorAll("[data-to]")) button.parentNode.hidden = button.dataset.to === zone;
  for (const other of deck().querySelectorAll(".row")) {
    if (!isCard(other) || (other.dataset.zone === "maybe") === maybe || other.dataset.code === code) continue;
    const [out, into] = maybe ? [other, row] : [row, other];
    if (into.dataset.home !== out.dataset.zone) continue; // it would go to another zone than the one that is left
    const values = { op: "swap", zone: out.dataset.zone, code: out.dataset.code, to: into.dataset.code };
    offerSwap(nameOf(other), values);
  }
  dialog.showModal();
  return true;
}

for (const button of dialog.querySelectorAll("[data-to]")) {
  button.addEventListener("click", () => edit({ op: "move", ...arranged, to: button.dataset.to, count: 1 }));
}

function showOpener(event) {
  const row = event.target.closest?.("#deck .row");
  if (!isCard(row) || opener.parentNode === row) return;
  opener.setAttribute("aria-label", dialog.dataset.open.replace("{card}", nameOf(row)));
  (row.querySelector("td:last-child") ?? row).append(opener);
}

builder.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") showOpener(event); });
builder.addEventListener("focusin", showOpener);

opener.addEventListener("click", (event) => {
  event.preventDefault();
  arrange(opener.closest(".row"));
});

// On a phone, a card that is looked at can be put aside, and a row's be moved.
const peek = document.getElementById("peek");
const toMaybe = peek.querySelector("[data-peek-maybe]");
const toArrange = peek.querySelector("[data-peek-arrange]");
let looked = null;

peek.addEventListener("peek", ({ detail }) => {
  looked = detail;
  toMaybe.hidden = !looked.matches("#pool .card");
  toArrange.hidden = !looked.matches("#deck .row") || !isCard(looked);
  toMaybe.classList.remove("is-done");
});

toMaybe.addEventListener("click", () => {
  edit({ op: "add", code: looked.querySelector(".add-card").value, zone: "maybe" });
  toMaybe.classList.add("is-done");
});

toArrange.addEventListener("click", () => {
  peek.close();
  arrange(document.getElementById(looked.id));
});

builder.addEventListener("contextmenu", (event) => {
  if (event.pointerType === "touch" || event.target.closest("a, input")) return; // these have menus of their own
  if (arrange(event.target.closest("#deck .row"))) event.preventDefault();
});
