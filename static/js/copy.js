// Buttons with data-copy="id" copy that field's text; those with data-share="link" hand it to what else the device has.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.closest("details")?.setAttribute("open", "");
    field.select(); // without permission the text is at least marked, ready to be copied by hand
    document.execCommand("copy");
  }
  showDone(button);
});

function showDone(button) {
  button.classList.add("is-done");
  setTimeout(() => button.classList.remove("is-done"), 1500);
}

// Buttons with data-copy-image="URL" copy that picture; where the browser cannot, the text with the id says what to do.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy-image]");
  if (!button) return;
  const instead = document.getElementById(button.dataset.instead);
  button.setAttribute("aria-busy", "true");
  try {
    // The promise goes into the item, since Safari forgets the click while it is awaited.
    const item = new ClipboardItem({ "image/png": pictureAt(button.dataset.copyImage) });
    await navigator.clipboard.write([item]);
    instead.hidden = true;
    showDone(button);
  } catch {
    instead.hidden = false;
  }
  button.removeAttribute("aria-busy");
});

async function pictureAt(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.blob();
}

document.documentElement.classList.toggle("can-share", "share" in navigator);

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}); // was closed again
});
