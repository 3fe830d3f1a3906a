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
  button.classList.add("is-done");
  setTimeout(() => button.classList.remove("is-done"), 1500);
});

document.documentElement.classList.toggle("can-share", "share" in navigator);

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}); // was closed again
});
