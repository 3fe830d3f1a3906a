// On a phone the tabs are wider than the screen: the one that is shown is in sight.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Forms marked data-at-once are sent as soon as something else is chosen in them.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-at-once]");
  if (form) form.requestSubmit();
});

// In the editor of a goal the field for a search shows only where a search was chosen.
document.addEventListener("change", (event) => {
  const cards = event.target.closest(".cards-field");
  if (!cards) return;
  const search = cards.closest(".goal-row").querySelector(".search-field");
  search.classList.toggle("is-idle", cards.value !== "?");
  if (cards.value === "?") search.focus();
});

// Keys: what is marked data-key is pressed by that letter; digits mark cards of a hand, 0 the tenth.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
  const mark = /^[0-9]$/.test(event.key) && document.getElementById(`back-${event.key === "0" ? 10 : event.key}`);
  const target = mark || document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!target) return;
  event.preventDefault();
  target.click();
  if (mark) target.focus();
});

// What is open stays open when a simulation's figures are renewed, and a table stays where it was scrolled to.
const stateful = (root) => [...root.querySelectorAll("details, .table-scroll")];
let before = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  before = stateful(event.detail.target).map(({ open, scrollTop, scrollLeft }) => ({ open, scrollTop, scrollLeft }));
});
document.addEventListener("htmx:afterSwap", (event) => {
  const renewed = document.getElementById(event.detail.target.id);
  const now = renewed ? stateful(renewed) : [];
  if (now.length !== before.length) return;
  now.forEach((each, index) => {
    if (before[index].open) each.open = true;
    each.scrollTo(before[index].scrollLeft, before[index].scrollTop);
  });
});
