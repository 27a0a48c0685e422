// One dialog at a time. The focus returns to the element that had it.

import { button, h, newID } from "./dom.js";
import { nodes } from "./text.js";

let currentDialog = null;

/** Opens a dialog. `end` are the buttons at its lower edge. */
export function openDialog(title, body, end = null) {
  closeDialog();
  const id = newID("dialog");
  const before = document.activeElement;
  const dialog = h("dialog", { "aria-labelledby": id },
    h("div", { class: "dialog-head" }, h("h2", { id }, nodes(title)),
      button("Close", { name: "close", kind: "quiet", words: false, click: () => dialog.close() })),
    body, end ? h("div", { class: "dialog-end" }, end) : null);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (currentDialog === dialog) currentDialog = null;
    before?.focus?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close("outside");
  });
  document.body.append(dialog);
  currentDialog = dialog;
  dialog.showModal();
  return dialog;
}

export function closeDialog() {
  currentDialog?.close();
}
