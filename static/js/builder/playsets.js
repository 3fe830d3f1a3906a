// Whole playsets: Shift and a click, or a right click, on a card adds the copies that the rules still allow. In the
// deck, Shift and + does the same, Shift and − takes all copies out.

import { builder, deck } from "./dom.js";
import { edit } from "./requests.js";

const toMaybe = () => Boolean(document.querySelector("#maybe-ways [form=adding]")?.checked);
const isAside = () => Boolean(deck().querySelector("[name=aside]")?.checked);

function fill(card) {
  edit({ op: "fill", code: card.querySelector(".add-card").value, zone: toMaybe() ? "maybe" : "" });
}

function emptyRow({ code, zone }) {
  if (zone !== "maybe" && isAside()) edit({ op: "move", code, zone, to: "maybe" });
  else edit({ op: "set", code, zone, count: 0 });
}

builder.addEventListener("click", (event) => {
  const button = event.shiftKey && event.target.closest(".add-card, .row .more, .row .less");
  const { code, zone } = button ? button.closest(".row")?.dataset ?? {} : {};
  if (!button || code === "") return;
  event.preventDefault();
  if (button.matches(".add-card")) fill(button.closest(".card"));
  else if (button.matches(".more")) edit({ op: "fill", code, zone });
  else emptyRow({ code, zone });
});

builder.addEventListener("contextmenu", (event) => {
  const card = event.pointerType !== "touch" && !event.target.closest("a") && event.target.closest("#pool .card");
  if (!card) return;
  event.preventDefault();
  fill(card);
});
