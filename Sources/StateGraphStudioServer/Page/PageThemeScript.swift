// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/theme.js instead.

let pageThemeScript = StudioAsset(
  path: "/scripts/theme.js",
  content: #"""
// The colours of the page: those of the system, light, or dark.

import { button, icon } from "./dom.js";

const STORED = "studio-theme";
const NEXT = { system: "light", light: "dark", dark: "system" };
const PICTURES = { system: "half", light: "sun", dark: "moon" };

function current() {
  const stored = localStorage.getItem(STORED);
  return NEXT[stored] ? stored : "system";
}

function apply(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** A button that goes through the three choices. */
export function themeButton() {
  const element = button("Colours", { kind: "quiet", name: "half", words: false });
  const show = () => {
    const theme = current();
    apply(theme);
    element.replaceChildren(icon(PICTURES[theme]));
    const words = `Colours: ${theme}. Change to ${NEXT[theme]}`;
    element.title = words;
    element.setAttribute("aria-label", words);
  };
  element.addEventListener("click", () => {
    localStorage.setItem(STORED, NEXT[current()]);
    show();
  });
  show();
  return element;
}

apply(current());

"""#
)
