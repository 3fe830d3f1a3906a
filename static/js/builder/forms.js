// A button sends its form; a field does when another choice is made, or what was typed is finished.

import { builder, deck } from "./parts.js";
import { edit, post } from "./requests.js";

const TYPED = ":is(.quantity, form[method=post] input:not([type=hidden]))";

// The field that is being typed into.
export const typing = { field: null };

function send(form, button = null) {
  typing.field = null;
  post(form.action, new FormData(form, button));
}

// All numbers of copies and the buttons beside them are of one form: what is sent of it is the one that was changed.
function sendNumber(field) {
  typing.field = null;
  const { code, zone } = field.closest(".row").dataset;
  edit({ op: "set", code, zone, count: field.value });
}

const sendField = (field) => (field.matches(".quantity") ? sendNumber(field) : send(field.form));

builder.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || "wholePage" in form.dataset) return;
  event.preventDefault();
  if (event.submitter?.name === "do") return edit({ do: event.submitter.value });
  const field = form.id === "lines" ? document.activeElement : form.querySelector("input:not([type=hidden]), select");
  if (!field) send(form, event.submitter);
  else if (field === typing.field || isTouched(field)) sendField(field);
});

builder.addEventListener("input", (event) => {
  if (deck().contains(event.target) && event.target.matches(`${TYPED}:not([type=radio])`)) typing.field = event.target;
});

// A number of copies is replaced by what is typed, not written behind.
builder.addEventListener("focusin", (event) => {
  if (event.target.matches("input.quantity")) event.target.select();
});

builder.addEventListener("focusout", (event) => {
  if (event.target === typing.field) sendField(event.target);
});

builder.addEventListener("change", (event) => {
  const field = event.target;
  if (deck().contains(field) && field.matches("select, [type=radio]") && (field.value || !field.required)) send(field.form);
});

// What did not arrive can be chosen again.
for (const name of ["htmx:sendError", "htmx:responseError"]) {
  document.body.addEventListener(name, () => {
    for (const form of deck().querySelectorAll("form[method=post]:has(select, [type=radio])")) form.reset();
  });
}

// What was chosen or typed before this file came is not lost.
export function sendEarly() {
  for (const field of deck().querySelectorAll(`form[method=post] select, ${TYPED}`)) {
    if (!isTouched(field)) continue;
    if (field === document.activeElement && !field.matches("select, [type=radio]")) typing.field = field;
    else sendField(field);
  }
}

function isTouched(field) {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const drawn = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(drawn, 0);
}
