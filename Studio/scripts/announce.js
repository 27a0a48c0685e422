// Tells screen readers about changes, at most every 5 s.

import { h } from "./dom.js";
import { counted } from "./text.js";

const SPEECH_PAUSE_MS = 5000;

export function announcer() {
  const element = h("div", { class: "only-spoken", role: "status", "aria-live": "polite" });
  let last = -SPEECH_PAUSE_MS;
  let timer = 0;
  let waiting = { added: 0, changed: 0, removed: 0 };

  function speak() {
    timer = 0;
    last = performance.now();
    const parts = [];
    if (waiting.added) parts.push(`${counted(waiting.added, "row")} new`);
    if (waiting.changed) parts.push(`${counted(waiting.changed, "row")} changed`);
    if (waiting.removed) parts.push(`${counted(waiting.removed, "row")} deleted`);
    waiting = { added: 0, changed: 0, removed: 0 };
    element.textContent = parts.join(", ");
  }

  return {
    element,
    now(words) {
      element.textContent = words;
    },
    changes(changes) {
      for (const kind of Object.keys(waiting)) waiting[kind] += changes[kind];
      timer ||= setTimeout(speak, Math.max(0, last + SPEECH_PAUSE_MS - performance.now()));
    },
  };
}
