// The parts of the builder's page. The deck is drawn anew with every change, the rest stays.

export const builder = document.getElementById("builder");
export const pool = document.getElementById("pool");
export const token = document.querySelector("[name=csrfmiddlewaretoken]").value;

export const deck = () => document.getElementById("deck");
export const cards = () => [...pool.querySelectorAll(".card .add-card")];
export const rows = () => [...deck().querySelectorAll(".row")].filter((row) => row.checkVisibility());
export const handle = (row) => row?.querySelector("input.quantity, select, button");
