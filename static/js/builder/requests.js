// Changes are posted one after the other, so that none is lost or overtaken, however quickly they are made.
// The page is left once all are saved, and not at all if one failed.

import { builder, csrfToken } from "./dom.js";
import { swapAllowed } from "./hold_swap.js";
import { clearFailure, showToast } from "./toast.js";

const SLOW_SAVE_MS = 500;

let queue = Promise.resolve();
export let pending = 0;
let failures = 0;

export function post(url, values) {
  if (!pending) clearFailure();
  pending += 1;
  queue = queue
    .then(() => htmx.ajax("POST", url, { target: "#deck", swap: "outerHTML", values }))
    .catch(() => {})
    .then(() => swapAllowed)
    .finally(() => { pending -= 1; });
}

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post" && !detail.successful) failures += 1;
});

export async function whenSaved(action) {
  const before = failures;
  const slow = setTimeout(() => showToast(builder.dataset.saving), SLOW_SAVE_MS);
  for (let last; last !== queue;) await (last = queue); // including changes made in the meantime
  clearTimeout(slow);
  if (failures === before) action();
}

export const leaveFor = (href) => whenSaved(() => { location.href = href; });

export const edit = (values) => post(builder.dataset.edit, { csrfmiddlewaretoken: csrfToken, ...values });
