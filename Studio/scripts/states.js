// The states of a view without rows: loading, empty, failed.

import { button, h, icon } from "./dom.js";
import { nodes } from "./text.js";

export function loadingState(words) {
  return h("div", { class: "state", role: "status" }, h("div", { class: "busy" }),
    h("p", null, words));
}

export function emptyState(title, words, ...more) {
  return h("div", { class: "state" }, icon("inbox"), h("h2", null, title), h("p", null, words),
    more);
}

export function errorState(error, retry = null) {
  return h("div", { class: "state error", role: "alert" }, icon("warning"),
    h("h2", null, nodes(error.message)),
    error.remedy ? h("p", null, nodes(error.remedy)) : null,
    retry ? button("Try again", { click: retry }) : null);
}

export function errorNotice(error, close = null) {
  return h("div", { class: "notice error", role: "alert" }, icon("warning"),
    h("div", { class: "words" }, h("strong", null, nodes(error.message)), " ",
      nodes(error.remedy ?? "")),
    close ? button("Close", { name: "close", kind: "quiet", words: false, click: close }) : null);
}
