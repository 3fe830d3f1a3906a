// What went wrong is told for a while, also when a later change of the same row succeeds.

import { builder } from "./parts.js";

let fading = 0;
let failure = "";

function fade() {
  clearTimeout(fading);
  fading = setTimeout(() => { forget(); document.getElementById("toast").hidden = true; }, 8000);
}

export function tell(words) {
  const toast = document.getElementById("toast");
  toast.textContent = words;
  toast.hidden = false;
  fade();
}

export function forget() {
  failure = "";
}

// The deck was drawn anew, and with it what the site says of the change.
export function tellAgain() {
  if (failure && document.getElementById("toast").hidden) tell(failure);
  else fade();
}

const fail = (words) => tell(failure = words);

document.body.addEventListener("htmx:sendError", () => fail(builder.dataset.offline));
document.body.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  fail(status < 500 ? builder.dataset.gone : builder.dataset.failed);
});
