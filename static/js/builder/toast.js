// Error messages in the toast. One stays for its full time, even if a later change of the same row succeeds.

import { builder } from "./dom.js";

const TOAST_TIME_MS = 8000;

let hideTimer = 0;
let failure = "";

function startHideTimer() {
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => { clearFailure(); document.getElementById("toast").hidden = true; }, TOAST_TIME_MS);
}

export function showToast(text) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.hidden = false;
  startHideTimer();
}

export function clearFailure() {
  failure = "";
}

// A swap replaces the toast with the site's own message; a failure that is still current is shown again.
export function restoreToast() {
  if (failure && document.getElementById("toast").hidden) showToast(failure);
  else startHideTimer();
}

function showFailure(text) {
  failure = text;
  showToast(text);
}

// Opening odds that cannot be fetched are no failure of a change: they say that they are being updated.
const isChange = (event) => !event.target.matches?.(".opening-odds");

document.body.addEventListener("htmx:sendError", (event) => {
  if (isChange(event)) showFailure(builder.dataset.offline);
});
document.body.addEventListener("htmx:responseError", (event) => {
  if (!isChange(event)) return;
  const status = event.detail.xhr.status;
  showFailure(status < 500 ? builder.dataset.gone : builder.dataset.failed);
});
