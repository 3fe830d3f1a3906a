// A card large, without leaving the page: beside the cards while pointer or focus rests on one, on a wide screen; over
// the page after a long press, on the sign (i), a name or the key i. Without this file they lead to the card's page.

const peek = document.getElementById("peek");
const beside = document.getElementById("peek-beside");
const card = document.getElementById("peek-card");
const add = peek.querySelector("[data-peek-add]");
const wide = matchMedia("(width >= 1000px)");

const REST = 350; // before a card shows, and before it goes
const PRESS = 450;
const SLIP = 10;

const HOLDERS = ".card, .row, .noted-card";
const linkOf = (holder) => holder?.querySelector("a.card-link, a.name") ?? null;
const linkAt = (element) => linkOf(element.closest(".card, .noted-card, .row .name, .row .pip")?.closest(HOLDERS));

// Cards are drawn by the site; each is requested once.

const requests = new Map();

function htmlOf(link) {
  const url = `${link.pathname}?peek`;
  if (!requests.has(url)) {
    const text = fetchText(url);
    text.catch(() => requests.delete(url));
    requests.set(url, text);
  }
  return requests.get(url);
}

async function fetchText(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

let current = null;

async function draw(link, target) {
  current = link;
  const html = await htmlOf(link);
  if (current !== link) return false;
  card.innerHTML = html;
  target.prepend(card);
  target.scrollTop = 0;
  return true;
}

// Beside

let timer = 0;
let shown = "";

function plan(wish) {
  const link = wish?.closest(".row:has(.hanging)") ? null : wish; // on a pile the card comes forward itself
  clearTimeout(timer);
  if (peek.open || (link?.href ?? "") === shown) return;
  timer = setTimeout(() => (link ? show(link) : hide()), REST);
}

async function show(link) {
  const there = await draw(link, beside).catch(() => false);
  if (!there || peek.open || !link.isConnected) return;
  const box = link.closest(HOLDERS).getBoundingClientRect();
  const area = link.closest("#pool")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  const beyond = box.left + box.right > area.left + area.right;
  beside.dataset.side = beyond && !link.closest("#deck") ? "left" : "right";
  shown = link.href;
  beside.showPopover();
}

function hide() {
  clearTimeout(timer);
  current = null;
  shown = "";
  beside.hidePopover();
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || !wide.matches) return;
  if (covered(event)) hide();
  plan(linkAt(event.target));
});

// What lies under it can be looked at and clicked: it makes way for the pointer.
function covered({ clientX, clientY }) {
  const box = beside.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

document.addEventListener("focusin", (event) => {
  if (!wide.matches) return;
  const holder = event.target.closest(HOLDERS);
  plan(event.target.matches(":focus-visible") ? linkOf(holder) : null);
});

document.addEventListener("focusout", () => plan(null));
document.addEventListener("dragstart", hide);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});

// Over the page

async function open(link) {
  hide();
  try {
    if (!(await draw(link, peek))) return;
    peek.querySelector(".peek-link").href = link.href;
    add.hidden = !link.closest(".card")?.querySelector(".add-card");
    peek.dispatchEvent(new CustomEvent("peek", { detail: link.closest(HOLDERS) }));
    peek.showModal();
  } catch {
    location.assign(link.href); // what the browser then says is clearer than anything here
  }
}

/** Show the card that an element belongs to; false where there is none. */
export function look(element) {
  const link = linkOf(element.closest(HOLDERS));
  if (link) open(link);
  return Boolean(link);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".card-link, .row a.name, .noted-card a");
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || (wide.matches && event.pointerType !== "touch")) return;
  event.preventDefault();
  open(link);
});

peek.addEventListener("click", (event) => {
  if (event.target === peek) peek.close(); // beside it
});

add.addEventListener("click", () => current.closest(".card").querySelector(".add-card").click());

// A long press

let press = null;

function release() {
  clearTimeout(press?.timer);
  if (!press?.done) press = null;
}

document.addEventListener("pointerdown", (event) => {
  press = null;
  if (peek.open) return;
  hide();
  const link = event.pointerType === "touch" && event.target.closest("#builder") ? linkAt(event.target) : null;
  if (!link) return;
  press = { x: event.clientX, y: event.clientY, done: false };
  press.timer = setTimeout(() => { press.done = true; open(link); }, PRESS);
});

document.addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) release();
});

for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, release);

// What a long press would otherwise do: the click at its end, a menu, a drag.
for (const kind of ["click", "contextmenu", "dragstart"]) {
  document.addEventListener(kind, (event) => {
    if (!press) return;
    event.preventDefault();
    event.stopPropagation();
    if (kind === "click") press = null;
  }, { capture: true });
}
