// The drawings of cards, all that are new to the page in one request: each is less than a kilobyte. Until they are
// there, builder.css keeps the browser from asking for each. If they do not come, it may.

import { builder } from "./dom.js";

const DRAWING = /^(.*\/drawings\/[^/]+\/[^/]+\/)([^/]+)\.svg$/;
const sources = new Map(); // by URL, for cards that come back

function show(images) {
  for (const image of images) {
    const source = sources.get(image.getAttribute("src"));
    if (source) image.src = source;
  }
}

const isUndrawn = (image) => DRAWING.test(image.getAttribute("src"));
const undrawn = () => [...builder.querySelectorAll("img.art")].filter(isUndrawn);

export async function draw() {
  show(undrawn());
  const matches = undrawn().map((image) => DRAWING.exec(image.getAttribute("src")));
  if (!matches.length) return;
  const [, folder] = matches[0];
  const names = [...new Set(matches.map((match) => match[2]))];
  try {
    const answer = await fetch(`${folder}?of=${names.join("+")}`);
    if (!answer.ok) throw new Error(answer.status);
    for (const [name, svg] of Object.entries(await answer.json())) {
      sources.set(`${folder}${name}.svg`, `data:image/svg+xml,${encodeURIComponent(svg)}`);
    }
    show(undrawn());
  } catch {
    builder.classList.add("draws-singly");
  }
}
