// Menus and drawers over the builder. A press beside an open one, Escape and its × only close it, and the focus goes
// back to what opened it.

import { builder } from "./dom.js";

const PANELS = "details:is(.menu, .drawer, .look-columns)[open]";
const DAY = "#judged-for[open]"; // stays open, half made, while the deck changes

const openPanels = () => [...document.querySelectorAll(PANELS)];

function close(panel) {
  panel.open = false;
  panel.querySelector("summary").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  // Keys press what has the focus, which they do not miss; their clicks have no detail.
  if (!event.detail || event.target.closest("summary")) return;
  const open = openPanels().filter((panel) => !panel.contains(event.target));
  open.forEach(close);
  // Outside of the builder, such as in the bar of tabs, a press does what it says, too.
  if (!open.length || !builder.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

builder.addEventListener("click", (event) => {
  const button = event.target.closest(".panel-close");
  if (button) close(button.closest("details"));
});

// Escape closes a menu on every page (theme.js), and all others here.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open], details.menu[open]")) return;
  const panel = openPanels().at(-1) ?? document.querySelector(DAY);
  if (panel) close(panel);
});

// A dialog closes by a press beside it, too.
for (const dialog of document.querySelectorAll("#arrange, #help")) {
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
