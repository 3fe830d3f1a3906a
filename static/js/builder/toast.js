// Error messages in the toast. One stays for its full time, even if a later change of the same row succeeds.

import { builder } from "./dom.js";

const TOAST_TIME_MS = 8000;

let hideTimer = 0;
let failure = "";

function startHideTimer() {
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hide, TOAST_TIME_MS);
}

function hide() {
  const toast = document.getElementById("toast");
  if (toast.matches(":hover, :focus-within")) return startHideTimer();
  clearFailure();
  toast.hidden = true;
}

// What a toast offers to undo is the last change, and no longer after another one.
export function hideUndo() {
  const toast = document.getElementById("toast");
  if (toast.querySelector(".toast-undo")) toast.hidden = true;
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

// Opening odds that cannot be fetched say that they are being updated; whether the deck has changed elsewhere is asked
// again.
const isQuiet = (event) =>
  event.target.matches?.(".opening-odds") || event.detail.pathInfo?.finalRequestPath?.includes("since=");

document.body.addEventListener("htmx:sendError", (event) => {
  if (isQuiet(event)) return;
  showFailure(event.detail.requestConfig?.verb === "get" ? builder.dataset.searchless : builder.dataset.offline);
});
document.body.addEventListener("htmx:responseError", (event) => {
  if (isQuiet(event)) return;
  const status = event.detail.xhr.status;
  showFailure(status < 500 ? builder.dataset.gone : builder.dataset.failed);
});
