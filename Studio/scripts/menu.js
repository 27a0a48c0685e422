// A menu at the pointer or at a cell, as the menu pattern of ARIA describes it.

import { h, newID } from "./dom.js";

let currentMenu = null;

export function closeMenu() {
  currentMenu?.close();
}

/**
 * Opens a menu. Each item is null for a line, or { words, key, isChecked, act }. The focus returns
 * to `origin`.
 */
export function openMenu({ x, y, label, items, origin }) {
  closeMenu();
  const buttons = items.map((item) => (item ? h("button", { type: "button", tabindex: "-1",
    role: item.isChecked === undefined ? "menuitem" : "menuitemradio",
    "aria-checked": item.isChecked === undefined ? null : String(item.isChecked),
    on: { click: () => {
      close();
      item.act();
    } } }, h("span", null, item.words), item.key ? h("kbd", null, item.key) : null)
    : h("div", { role: "separator" })));
  const element = h("div", { class: "menu", role: "menu", id: newID("menu"), "aria-label": label },
    buttons);
  const choices = buttons.filter((one) => one.localName === "button");
  function close(isQuiet = false) {
    if (currentMenu?.element !== element) return;
    currentMenu = null;
    removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", close);
    element.remove();
    if (!isQuiet) origin.focus({ preventScroll: true });
  }
  function outside(event) {
    if (!element.contains(event.target)) close(true);
  }
  element.addEventListener("keydown", (event) => {
    const index = choices.indexOf(document.activeElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    event.stopPropagation();
    if (next !== undefined) choices.at(next % choices.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  document.querySelector("main").append(element);
  currentMenu = { element, close };
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  element.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
  addEventListener("pointerdown", outside, true);
  addEventListener("resize", close);
  choices[0].focus({ preventScroll: true });
}
