// A search or a filter that fails leaves the page as it is, and says so.
const toast = document.getElementById("toast");

function tell(words) {
  toast.textContent = words;
  toast.hidden = false;
}

document.body.addEventListener("htmx:sendError", () => tell(toast.dataset.offline));
document.body.addEventListener("htmx:responseError", () => tell(toast.dataset.failed));
document.body.addEventListener("htmx:afterSwap", () => { toast.hidden = true; });
