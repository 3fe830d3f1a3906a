// Elements of the builder's page. The deck is replaced after every change, so it is looked up each time.

export const builder = document.getElementById("builder");
export const pool = document.getElementById("pool");
export const csrfToken = document.querySelector("[name=csrfmiddlewaretoken]").value;

export const deck = () => document.getElementById("deck");
export const cards = () => [...pool.querySelectorAll(".card .add-card")];
export const rows = () => [...deck().querySelectorAll(".row")].filter((row) => row.checkVisibility());
export const rowControl = (row) => row?.querySelector("input.quantity, select, button");
