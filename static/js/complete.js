// How the search that is being typed may go on: fields and values, to choose with the arrow keys.

const PAUSE_MS = 120; // between two keys of one word

const field = document.querySelector("#search input[name=q]");
const options = document.getElementById("complete");

let chosen = -1;
let pause = 0;
let looking = new AbortController();

const choices = () => [...options.querySelectorAll("[role=option]")];

function choose(at) {
  const all = choices();
  chosen = at < -1 ? all.length - 1 : at >= all.length ? -1 : at;
  all.forEach((each, index) => each.setAttribute("aria-selected", String(index === chosen)));
  if (chosen >= 0) field.setAttribute("aria-activedescendant", all[chosen].id);
  else field.removeAttribute("aria-activedescendant");
  all[chosen]?.scrollIntoView({ block: "nearest" });
}

function show(html) {
  options.innerHTML = html; // drawn by the server, which escapes it
  options.hidden = !choices().length;
  field.setAttribute("aria-expanded", String(!options.hidden));
  choose(-1);
}

function close() {
  clearTimeout(pause);
  looking.abort();
  show("");
}

async function look() {
  looking = new AbortController();
  const { signal } = looking;
  const typed = field.value.slice(0, field.selectionEnd);
  try {
    const answer = await fetch(`${options.dataset.url}?q=${encodeURIComponent(typed)}`, { signal });
    if (answer.ok && document.activeElement === field) show(await answer.text());
  } catch { /* without it, everything can still be typed */ }
}

function take(option) {
  const start = Number(option.dataset.start);
  field.setRangeText(option.dataset.text, start, field.selectionEnd, "end");
  close();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

field.addEventListener("input", (event) => {
  close();
  if (!event.isComposing && field.value.trim()) pause = setTimeout(look, PAUSE_MS);
});

field.addEventListener("keydown", (event) => {
  if (event.isComposing || options.hidden) return;
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Escape") close();
  else if (["Enter", "Tab"].includes(event.key) && chosen >= 0) take(choices()[chosen]);
  else return;
  event.preventDefault();
  event.stopPropagation(); // the builder's own arrow keys lead to its cards
});

options.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
options.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (option) take(option);
});

field.addEventListener("blur", close);
