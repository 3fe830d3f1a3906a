// Selecting decks: a range with Shift, by mouse and by keyboard; and keys for what is done with them.

const SCROLL = "library-scroll";
const page = document.querySelector(".library-page");
const boxes = () => [...page.querySelectorAll("[name=deck]")];
const form = () => document.getElementById("library-form");
let anchor = null;

function showCount() {
  const count = document.getElementById("bulk-count");
  if (!count) return;
  const all = form().querySelector("[name=all]:checked");
  const number = boxes().filter((box) => box.checked).length;
  count.textContent = all ? "" : form().dataset.selected.replace("{count}", number);
}

// From the last box that was changed to this one, all become what this one is.
function selectRange(box) {
  const all = boxes();
  const [from, to] = [all.indexOf(anchor), all.indexOf(box)].toSorted((a, b) => a - b);
  if (from < 0) return;
  for (const each of all.slice(from, to + 1)) each.checked = box.checked;
}

page.addEventListener("click", (event) => {
  const box = event.target.closest("[name=deck]");
  if (!box) return;
  if (event.shiftKey) selectRange(box);
  anchor = box;
  showCount();
});

// Fields of the filters stand outside the form, which the list must not take away while somebody types in it.
page.addEventListener("change", (event) => {
  showCount();
  if (event.target.matches("[form=library-filters]")) window.htmx.trigger("#library-filters", "choose");
});

function clear() {
  for (const box of form().querySelectorAll("[name=deck], [name=all]")) box.checked = false;
  showCount();
}

page.addEventListener("click", (event) => {
  if (!event.target.closest("#bulk-clear")) return;
  clear();
  boxes()[0]?.focus();
});

// The list keeps its place on the screen while a form is sent and answered.
page.addEventListener("submit", () => sessionStorage.setItem(SCROLL, String(scrollY)));
const top = sessionStorage.getItem(SCROLL);
if (top !== null) {
  sessionStorage.removeItem(SCROLL);
  scrollTo(0, Number(top));
}

// Enter in a field presses the button beside it, rather than the form's first one.
page.addEventListener("keydown", (event) => {
  const field = event.key === "Enter" && event.target.closest(".bulk .menu input");
  if (!field) return;
  event.preventDefault();
  field.closest(".menu").querySelector("button").click();
});

const here = (target) => target.closest?.(".library-row, .library-tile")?.querySelector("[name=deck]");

function move(event, step) {
  const all = boxes();
  const current = all.indexOf(here(event.target));
  const next = all[current < 0 ? 0 : current + step];
  if (!next) return;
  event.preventDefault();
  if (event.shiftKey && current >= 0) {
    all[current].checked = true;
    next.checked = true;
    anchor = next;
    showCount();
  }
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function open(name) {
  if (!boxes().some((box) => box.checked)) return false;
  const menu = document.getElementById(name);
  menu.open = true;
  menu.querySelector("input").focus();
  return true;
}

const KEYS = {
  ArrowDown: (event) => move(event, 1),
  ArrowUp: (event) => move(event, -1),
  Enter(event) {
    if (event.target.name !== "deck") return;
    event.preventDefault();
    event.target.closest("li").querySelector(".row-link, .tile-name").click();
  },
  x(event) {
    const box = here(event.target);
    if (!box) return;
    event.preventDefault();
    box.click();
  },
  m(event) { if (open("bulk-move")) event.preventDefault(); },
  "#"(event) { if (open("bulk-tag")) event.preventDefault(); },
  "/"(event) {
    event.preventDefault();
    document.getElementById("library-q").focus();
  },
  Escape() { if (form() && !document.querySelector("details.menu[open]")) clear(); },
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=checkbox]), select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
  if (event.target.closest("summary, .menu > *") && event.key !== "Escape") return;
  KEYS[event.key]?.(event);
}, { capture: true });

// On a phone the folders are one line until they are opened.
if (matchMedia("(width < 900px)").matches) document.querySelector(".library-folders")?.removeAttribute("open");

document.body.addEventListener("htmx:afterSwap", showCount);
showCount();
