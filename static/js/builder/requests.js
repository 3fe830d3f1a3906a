// Changes are posted one after the other. The page is left once all are saved, and not at all if one failed.

import { RequestQueue } from "../queue.js";
import { builder, csrfToken } from "./dom.js";
import { swapAllowed } from "./hold_swap.js";
import { clearFailure, hideUndo, showToast } from "./toast.js";

const SLOW_SAVE_MS = 500;

const queue = new RequestQueue(async ({ verb = "POST", url, values }) => {
  await htmx.ajax(verb, url, { target: "#deck", swap: "outerHTML", values }).catch(() => {});
  await swapAllowed();
});
let failures = 0;

export const isSaving = () => queue.pending > 0;

export function post(url, values) {
  if (!isSaving()) clearFailure();
  hideUndo();
  queue.add({ url, values });
}

// Asks for the deck, after all changes made here.
export const ask = (url, values) => queue.add({ verb: "GET", url, values });

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post" && !detail.successful) failures += 1;
});

export async function whenSaved(action) {
  const before = failures;
  const slow = setTimeout(() => showToast(builder.dataset.saving), SLOW_SAVE_MS);
  for (let last; last !== queue.idle;) await (last = queue.idle); // including changes made in the meantime
  clearTimeout(slow);
  if (failures === before) action();
}

export const leaveFor = (href) => whenSaved(() => { location.href = href; });

export const edit = (values) => post(builder.dataset.edit, { csrfmiddlewaretoken: csrfToken, ...values });
