// The builder. Without this file every change works too, as a page load.

import "./builder/dragging.js";
import { sendEarly } from "./builder/forms.js";
import "./builder/keys.js";
import "./builder/leaving.js";
import { follow, showLink } from "./builder/redrawing.js";
import "./builder/tabs.js";
import "./copy.js";

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-open=share]")) return;
  event.preventDefault();
  showLink();
});

follow();
sendEarly();
