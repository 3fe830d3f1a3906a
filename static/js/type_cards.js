// Typing a list card by card: what is typed is looked up, and Enter adds the chosen card's line to the list.

const PAUSE_MS = 80; // between two keys of one word

const box = document.querySelector(".type-cards");
const field = box.querySelector("input");
const options = box.querySelector("ul");
const status = box.querySelector("[role=status]");
const list = document.getElementById("list");

const added = []; // the lines typed here, with their quantities
let shown = ""; // what the options are for
let chosen = 0;
let pause = 0;
let looking = new AbortController();
let entering = Promise.resolve(); // what was entered faster than it could be looked up, one after another

box.hidden = false;

function say(words, line = "") {
  const count = added.reduce((sum, each) => sum + each.count, 0);
  status.textContent = `${words.replace("{line}", line)} ${count ? box.dataset.total.replace("{count}", count) : ""}`;
}

const choices = () => [...options.querySelectorAll("[data-line]")];

function choose(at) {
  const all = choices();
  chosen = all.length ? (at + all.length) % all.length : 0;
  all.forEach((each, index) => each.setAttribute("aria-selected", index === chosen));
  if (all.length) field.setAttribute("aria-activedescendant", all[chosen].id);
  else field.removeAttribute("aria-activedescendant");
  all[chosen]?.scrollIntoView({ block: "nearest" });
}

function show(typed, items) {
  shown = typed;
  options.replaceChildren(...items);
  options.hidden = !items.length;
  field.setAttribute("aria-expanded", String(items.length > 0));
  choose(0);
}

function close() {
  clearTimeout(pause);
  looking.abort();
  show("", []);
}

async function lookUp(typed, signal) {
  const answer = await fetch(`${box.dataset.url}?q=${encodeURIComponent(typed)}`, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  return [...template.content.children];
}

async function look(typed) {
  looking = new AbortController();
  const { signal } = looking;
  try {
    show(typed, await lookUp(typed, signal));
  } catch {
    if (!signal.aborted) say(box.dataset.failed);
  }
}

function add(line, count) {
  const before = list.value.trimEnd();
  list.value = `${before ? `${before}\n` : ""}${line}\n`;
  list.scrollTop = list.scrollHeight;
  added.push({ line, count });
  say(box.dataset.added, line);
}

function take(option) {
  field.value = "";
  close();
  add(option.dataset.line, Number(option.dataset.count));
}

// What was entered before it was looked up: its first card is meant. What names none goes back into the field, or where
// that is in use again into the list as it was typed, which asks about it.
async function takeFirst(typed) {
  let problem = box.dataset.failed;
  try {
    const items = await lookUp(typed);
    const option = items.find((each) => each.dataset.line);
    if (option) return add(option.dataset.line, Number(option.dataset.count));
    problem = items[0].textContent;
  } catch { /* said below */ }
  if (field.value) add(typed, 0);
  else field.value = typed;
  return say(problem);
}

function enter() {
  const typed = field.value.trim();
  const option = shown === typed ? choices()[chosen] : null;
  if (!typed) return;
  if (option) take(option);
  else {
    field.value = "";
    close();
    entering = entering.then(() => takeFirst(typed));
  }
}

// The last line typed here, if it still ends the list, goes back into the field.
function takeBack() {
  const last = added.at(-1);
  const text = list.value.trimEnd();
  if (!last || !`\n${text}`.endsWith(`\n${last.line}`)) return;
  added.pop();
  list.value = text.slice(0, text.length - last.line.length);
  field.value = last.line;
  say(box.dataset.taken, last.line);
  look(last.line);
}

field.addEventListener("input", () => {
  close();
  const typed = field.value.trim();
  if (typed) pause = setTimeout(() => look(typed), PAUSE_MS);
});

const keys = {
  ArrowDown: () => choose(chosen + 1),
  ArrowUp: () => choose(chosen - 1),
  Escape: close,
  Enter: enter,
};

field.addEventListener("keydown", (event) => {
  if (event.isComposing) return; // the key belongs to an input method
  const act = event.key === "Backspace" && !field.value ? takeBack : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

options.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
options.addEventListener("click", (event) => {
  const option = event.target.closest("[data-line]");
  if (option) take(option);
});

field.addEventListener("blur", close);
