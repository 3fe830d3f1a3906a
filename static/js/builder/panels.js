// Menus and drawers over the builder. A press beside an open one only closes it, and does not reach what lies there.

const PANELS = "details:is(.menu, .drawer)[open]";

document.addEventListener("click", (event) => {
  // Keys press what has the focus, which they do not miss; their clicks have no detail.
  if (!event.detail || !event.target.closest(".builder") || event.target.closest("summary")) return;
  const open = [...document.querySelectorAll(PANELS)].filter((panel) => !panel.contains(event.target));
  if (!open.length) return;
  for (const panel of open) panel.open = false;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

// Escape closes a menu on every page (theme.js), and a drawer here.
document.addEventListener("keydown", (event) => {
  const panel = event.key === "Escape" && document.querySelector("details.drawer[open]");
  if (!panel || document.querySelector("dialog[open], details.menu[open]")) return;
  panel.open = false;
  panel.querySelector("summary").focus();
});
