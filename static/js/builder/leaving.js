// Ways out of the page: for another day or event, by a link or a form that loads a page, or by closing it.

import { typing } from "./forms.js";
import { builder, pool } from "./parts.js";
import { afterwards, leave, waiting } from "./requests.js";

// Another day or event, with the search as it is by now.
function judgedFor(on) {
  const there = new URL(location);
  there.searchParams.delete("on");
  if (on) there.searchParams.set("on", on);
  there.hash = "judged";
  return there.href;
}

builder.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "any-day") {
    event.preventDefault();
    leave(judgedFor(form.elements.on.value));
  } else if (waiting && "wholePage" in form.dataset) {
    event.preventDefault();
    afterwards(() => form.requestSubmit(event.submitter));
  }
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link?.matches("#deck [data-on]")) link.href = judgedFor(link.dataset.on);
  if (!link || isElsewhere(event, link) || link.closest(".tabbar")) return;
  if (link.hash === "#pool" && link.href === location.href) {
    afterwards(() => location.reload()); // the same search again, for what fits by now
  } else if (waiting && link.href.split("#")[0] !== location.href.split("#")[0]) {
    event.preventDefault();
    leave(link.href);
  }
});

// A filter counts what the deck has by the time that it is asked.
pool.addEventListener("htmx:confirm", (event) => {
  if (!waiting || !event.target.matches("a")) return;
  event.preventDefault();
  afterwards(() => event.detail.issueRequest());
});

function isElsewhere(event, link) {
  const other = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return Boolean(other || link.target || event.defaultPrevented);
}

window.addEventListener("beforeunload", (event) => {
  if (waiting || typing.field) event.preventDefault();
});
