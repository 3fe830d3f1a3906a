// Changes are posted one after the other. The page is left once all are saved, and not at all if one failed.

import { RequestQueue } from "../queue.js";
import { builder, csrfToken } from "./dom.js";
import { swapAllowed } from "./hold_swap.js";
import { clearFailure, showToast } from "./toast.js";

const SLOW_SAVE_MS = 500;

const queue = new RequestQueue(async ({ url, values }) => {
  await htmx.ajax("POST", url, { target: "#deck", swap: "outerHTML", values }).catch(() => {});
  await swapAllowed;
});
let failures = 0;

export const isSaving = () => queue.pending > 0;

export function post(url, values) {
  if (!isSaving()) clearFailure();
  queue.add({ url, values });
}

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
