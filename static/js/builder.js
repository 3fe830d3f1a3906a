// The builder. Without this script, every change still works as a page load.

import "./complete.js";
import "./builder/arrange.js";
import "./builder/dragging.js";
import { draw } from "./builder/drawings.js";
import "./builder/follow.js";
import { sendEarly } from "./builder/forms.js";
import "./builder/keys.js";
import "./builder/panels.js";
import "./builder/playsets.js";
import { showLink, updatePool } from "./builder/swap.js";
import "./builder/tabs.js";
import "./builder/unsaved.js";
import "./copy.js";

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-open=share]")) return;
  event.preventDefault();
  showLink();
});

updatePool();
sendEarly();
draw();
