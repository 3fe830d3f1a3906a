// Swaps wait while a button or key is held down, a menu is open or an input method is composing: replacing the element
// would lose the click, the choice or the text.

let release = null;
let holder = null;

let allowed = Promise.resolve();

// Resolves when swapping is safe.
export const swapAllowed = () => allowed;

function hold(event) {
  holder = event.target;
  if (!release) allowed = new Promise((resolve) => { release = resolve; });
}

function allowSwap() {
  release?.();
  release = null;
}

const releaseSoon = () => setTimeout(allowSwap); // the click event comes right after pointerup
const isMenu = () => holder instanceof HTMLSelectElement; // its options stay open after pointerup

const listen = (name, listener) => document.addEventListener(name, listener, true);

listen("pointerdown", (event) => { if (event.button === 0) hold(event); });
listen("pointerup", () => { if (!isMenu()) releaseSoon(); });
listen("pointermove", (event) => { if (release && !event.buttons && !isMenu()) releaseSoon(); }); // released outside
listen("pointercancel", releaseSoon);
listen("keydown", (event) => { if (event.key === " ") hold(event); });
listen("keyup", (event) => {
  if (!event.isComposing && (!isMenu() || ["Enter", "Escape", "Tab"].includes(event.key))) releaseSoon();
});
listen("compositionstart", hold);
listen("compositionend", releaseSoon);
listen("change", releaseSoon);
listen("focusout", (event) => { if (event.target === holder) releaseSoon(); });
window.addEventListener("blur", releaseSoon);
