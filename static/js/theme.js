// Runs before the page shows: says that there is a script, and turns the theme at once instead of with the next page.
document.documentElement.classList.add("js");

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-theme-form]");
  if (!form) return;
  event.preventDefault();
  const theme = event.submitter.value;
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("form[data-theme-form] button")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
  const values = new FormData(form, event.submitter);
  await fetch(form.action, { method: "POST", body: values, redirect: "manual" });
});

// A menu closes when something else is pressed, and with Escape.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
