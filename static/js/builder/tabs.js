// On a phone, catalog and deck are two tabs.

import { builder, deck } from "./dom.js";

export function show(tab) {
  builder.dataset.tab = tab;
  for (const link of document.querySelectorAll(".tabbar a")) {
    if (link.dataset.tab === tab && link.id !== "tab-state") link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".tabbar a");
  if (!link) return;
  event.preventDefault();
  show(link.dataset.tab);
  if (link.id === "tab-state") document.getElementById("issues")?.setAttribute("open", "");
  window.scrollTo({ top: 0 });
});

const anchor = location.hash && document.getElementById(location.hash.slice(1));
show(anchor && deck().contains(anchor) ? "deck" : "pool");
