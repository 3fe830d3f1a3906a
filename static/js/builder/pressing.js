// What is held down, chosen from or composed must not be drawn anew, or it would be lost: what is to be drawn waits until
// it is let go.

let letGo = null;
let holder = null;

// Resolved unless something is held.
export let free = Promise.resolve();

function press(event) {
  holder = event.target;
  if (!letGo) free = new Promise((resolve) => { letGo = resolve; });
}

function release() {
  letGo?.();
  letGo = null;
}

const later = () => setTimeout(release); // the click comes right after the pointer went up
const isChoosing = () => holder instanceof HTMLSelectElement; // its choices stay open when the pointer goes up

const listen = (name, act) => document.addEventListener(name, act, true);

listen("pointerdown", (event) => { if (event.button === 0) press(event); });
listen("pointerup", () => { if (!isChoosing()) later(); });
listen("pointermove", (event) => { if (letGo && !event.buttons && !isChoosing()) later(); }); // let go outside
listen("pointercancel", later);
listen("keydown", (event) => { if (event.key === " ") press(event); });
listen("keyup", (event) => {
  if (!event.isComposing && (!isChoosing() || ["Enter", "Escape", "Tab"].includes(event.key))) later();
});
listen("compositionstart", press);
listen("compositionend", later);
listen("change", later);
listen("focusout", (event) => { if (event.target === holder) later(); });
window.addEventListener("blur", later);
