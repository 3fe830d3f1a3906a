// Tabs of one deck follow each other: one that comes to the front asks whether the deck was changed elsewhere.

import { deck } from "./dom.js";
import { ask, isSaving } from "./requests.js";
import { partsHere } from "./swap.js";

const version = () => JSON.parse(document.getElementById("deck-state").textContent).version;

function follow() {
  if (document.visibilityState !== "visible" || isSaving()) return; // the answer to a change brings all that is new
  ask(location.pathname + location.search, { since: version(), held: partsHere() });
}

addEventListener("focus", follow);
document.addEventListener("visibilitychange", follow);
addEventListener("pageshow", (event) => { if (event.persisted && deck()) follow(); });
