// Writing a restriction list: names of cards are proposed while one is typed, and Add puts a line below the others.

const PAUSE_MS = 120; // between two keys of one word

const box = document.querySelector(".line-adder");
const list = document.getElementById("id_limits");

if (box && list) {
  const [card, copies, note] = ["card", "copies", "note"].map((name) => box.querySelector(`[name=${name}]`));
  const names = box.querySelector("datalist");
  let pause = 0;
  let looking = new AbortController();

  const look = async () => {
    looking.abort();
    looking = new AbortController();
    try {
      const url = `${box.dataset.url}?as=names&q=${encodeURIComponent(card.value)}`;
      const answer = await fetch(url, { signal: looking.signal });
      if (answer.ok) names.innerHTML = await answer.text(); // drawn by the server, which escapes it
    } catch { /* without it, every name can still be typed */ }
  };

  const add = () => {
    const why = note.value.trim() ? ` # ${note.value.trim()}` : "";
    const lines = list.value.trimEnd();
    list.value = `${lines}${lines ? "\n" : ""}${card.value.trim()} = ${copies.value}${why}\n`;
    list.scrollTop = list.scrollHeight;
    card.value = note.value = "";
    card.focus();
  };

  card.addEventListener("input", (event) => {
    clearTimeout(pause);
    if (!event.isComposing && card.value.trim()) pause = setTimeout(look, PAUSE_MS);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.target.tagName === "BUTTON") return;
    event.preventDefault();
    if (card.value.trim()) add();
  });
  box.querySelector("button").addEventListener("click", (event) => {
    event.preventDefault();
    if (card.value.trim()) add();
    else card.focus();
  });
}
