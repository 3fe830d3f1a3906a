// Says so when a tap did not reach the site, until the next one does.
const failed = document.getElementById("checkin-failed");
for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.body.addEventListener(name, () => { failed.hidden = false; });
}
document.body.addEventListener("htmx:afterOnLoad", () => { failed.hidden = true; });
