// While a card is typed, the cards that may be meant are offered under the field. Without this a name or number does
// as well.

const PAUSE_MS = 120;
const form = document.querySelector(".battle-form");
let pause = 0;
let looking = new AbortController();

async function offer(field) {
  looking = new AbortController();
  const { signal } = looking;
  try {
    const answer = await fetch(`${form.dataset.suggest}?q=${encodeURIComponent(field.value)}`, { signal });
    if (!answer.ok) return;
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    const lines = [...template.content.querySelectorAll("[data-line]")];
    const names = lines.map((each) => each.dataset.line.replace(/^\d+x\s+/, ""));
    field.list.replaceChildren(...names.map((name) => new Option("", name)));
  } catch { /* nothing is offered */ }
}

form.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.list || !field.value.trim()) return;
  if ([...field.list.options].some((each) => each.value === field.value)) return; // one was taken
  clearTimeout(pause);
  looking.abort();
  pause = setTimeout(() => offer(field), PAUSE_MS);
});
