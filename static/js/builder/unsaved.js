// Leaving the page with unsaved changes: for another day or event, by a link or a form that loads a page, or by
// closing it.

import { builder, pool } from "./dom.js";
import { typing } from "./forms.js";
import { isSaving, leaveFor, whenSaved } from "./requests.js";

const notes = () => document.getElementById("deck-notes");

// This page, with its current search, checked for another day or event.
function urlFor(occasion) {
  const url = new URL(location);
  url.searchParams.delete("on");
  if (occasion) url.searchParams.set("on", occasion);
  url.hash = "judged";
  return url.href;
}

builder.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "any-day") {
    event.preventDefault();
    leaveFor(urlFor(form.elements.on.value));
  } else if (isSaving() && "wholePage" in form.dataset) {
    event.preventDefault();
    whenSaved(() => form.requestSubmit(event.submitter));
  }
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link?.matches("#deck [data-on]")) link.href = urlFor(link.dataset.on);
  if (!link || opensElsewhere(event, link) || link.closest(".tabbar")) return;
  if (link.hash === "#pool" && link.href === location.href) {
    whenSaved(() => location.reload()); // the same search again: other cards may fit by now
  } else if (isSaving() && link.href.split("#")[0] !== location.href.split("#")[0]) {
    event.preventDefault();
    leaveFor(link.href);
  }
});

// Filters count the cards of the saved deck, so they wait for pending changes.
pool.addEventListener("htmx:confirm", (event) => {
  if (!isSaving() || !event.target.matches("a")) return;
  event.preventDefault();
  whenSaved(() => event.detail.issueRequest());
});

function opensElsewhere(event, link) {
  const modifier = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return Boolean(modifier || link.target || event.defaultPrevented);
}

window.addEventListener("beforeunload", (event) => {
  if (isSaving() || typing.field || notes().value !== notes().defaultValue) event.preventDefault();
});
