// Forms post without a page load: a button when pressed, a menu when changed, a text field when it is left.

import { builder, deck } from "./dom.js";
import { edit, post } from "./requests.js";

const TYPED = ":is(.quantity, form[method=post] input:not([type=hidden]))";

const CHOICE = ":is(select, [type=radio], #look [type=checkbox])";

// The field that is being typed into.
export const typing = { field: null };

// What is still incomplete, such as a card without its quantity, is not sent yet.
function send(form, button = null) {
  typing.field = null;
  if (!form.noValidate && !form.checkValidity()) return;
  post(form.action, new FormData(form, button));
}

// All rows share one form, so only the number that changed is sent.
function sendQuantity(field) {
  typing.field = null;
  const { code, zone } = field.closest(".row").dataset;
  edit({ op: "set", code, zone, count: field.value });
}

const sendField = (field) => (field.matches(".quantity") ? sendQuantity(field) : send(field.form));

// Sends what is being typed, before something else is done with it.
export function sendTyped() {
  if (typing.field) sendField(typing.field);
}

builder.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || "wholePage" in form.dataset) return;
  event.preventDefault();
  if (event.submitter?.name === "do") return edit({ do: event.submitter.value, ...aside() });
  const field = form.id === "lines" ? document.activeElement : form.querySelector("input:not([type=hidden]), select");
  if (!field || event.submitter?.name) send(form, event.submitter);
  else if (field === typing.field || isTouched(field)) sendField(field);
});

// Whether what is taken out of the deck goes to the maybe-board.
const aside = () => (deck().querySelector("[name=aside]").checked ? { aside: "on" } : {});

builder.addEventListener("input", (event) => {
  const field = event.target;
  if (deck().contains(field) && field.matches(`${TYPED}:not([type=radio], [type=checkbox])`)) typing.field = field;
});

// Typing replaces a quantity; it does not add digits to it.
builder.addEventListener("focusin", (event) => {
  if (event.target.matches("input.quantity")) event.target.select();
});

builder.addEventListener("focusout", (event) => {
  if (event.target === typing.field) sendField(event.target);
});

builder.addEventListener("change", (event) => {
  const field = event.target;
  if (field.matches("#maybe-ways input")) field.defaultChecked = field.checked; // stays when the forms are reset
  const isChoice = deck().contains(field) && field.matches(CHOICE);
  if (!isChoice || (field.required && !field.value)) return;
  if (field.form.checkValidity()) send(field.form);
  else field.form.reportValidity();
});

// A choice that failed to save is reset, so that it can be made again.
for (const name of ["htmx:sendError", "htmx:responseError"]) {
  document.body.addEventListener(name, () => {
    for (const form of deck().querySelectorAll("form[method=post]:has(select, [type=radio])")) form.reset();
  });
}

// Sends what was chosen or typed before this script loaded.
export function sendEarly() {
  for (const field of deck().querySelectorAll(`form[method=post] select, ${TYPED}`)) {
    if (!isTouched(field)) continue;
    if (field === document.activeElement && !field.matches(CHOICE)) typing.field = field;
    else sendField(field);
  }
}

function isTouched(field) {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.matches(CHOICE) && field.checked !== field.defaultChecked;
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const selected = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(selected, 0);
}
