// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/ask.js instead.

let pageAskScript = StudioAsset(
  path: "/scripts/ask.js",
  content: #"""
// Asks for a number.

import { button, h } from "./dom.js";
import { closeDialog, openDialog } from "./dialog.js";
import { count } from "./text.js";

/** `most` is the largest number, or Infinity where it is not known yet. */
export function askForNumber(title, label, most, use) {
  const isKnown = Number.isFinite(most);
  const field = h("input", { class: "field", type: "number", min: 1, max: isKnown ? most : null,
    required: true, "aria-label": label, autofocus: true });
  const form = h("form", { on: { submit: (event) => {
    event.preventDefault();
    const number = Math.max(1, Math.min(most, Math.round(field.valueAsNumber)));
    closeDialog();
    if (Number.isFinite(number)) use(number);
  } } }, h("div", { class: "dialog-body form-line" }, field,
    isKnown ? h("span", { class: "soft" }, `of ${count(most)}`) : null),
  h("div", { class: "dialog-end" }, button("Jump", { kind: "primary", type: "submit" })));
  openDialog(title, form);
  field.focus();
}

"""#
)
