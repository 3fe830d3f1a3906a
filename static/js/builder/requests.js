// Changes go to the site one after the other, so that none is lost or overtaken, however quickly they are made.
// The page is left when all have arrived, and not if one failed.

import { builder, token } from "./parts.js";
import { free } from "./pressing.js";
import { forget, tell } from "./telling.js";

let last = Promise.resolve();
export let waiting = 0;
let failed = 0;

export function post(url, values) {
  if (!waiting) forget();
  waiting += 1;
  last = last.then(() => htmx.ajax("POST", url, { target: "#deck", swap: "outerHTML", values })).catch(() => {}).then(() => free).finally(() => { waiting -= 1; });
}

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post" && !detail.successful) failed += 1;
});

export async function afterwards(act) {
  const before = failed;
  const slow = setTimeout(() => tell(builder.dataset.saving), 500);
  for (let seen; seen !== last;) await (seen = last); // and what comes in meanwhile
  clearTimeout(slow);
  if (failed === before) act();
}

export const leave = (href) => afterwards(() => { location.href = href; });

export const edit = (values) => post(builder.dataset.edit, { csrfmiddlewaretoken: token, ...values });
