// The colours of the page: those of the system, light, or dark.

import { button, icon } from "./dom.js";

const THEME_STORED = "studio-theme";
const NEXT = { system: "light", light: "dark", dark: "system" };
const PICTURES = { system: "half", light: "sun", dark: "moon" };

function currentTheme() {
  const stored = localStorage.getItem(THEME_STORED);
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
    const theme = currentTheme();
    apply(theme);
    element.replaceChildren(icon(PICTURES[theme]));
    const words = `Colours: ${theme}. Change to ${NEXT[theme]}`;
    element.title = words;
    element.setAttribute("aria-label", words);
  };
  element.addEventListener("click", () => {
    localStorage.setItem(THEME_STORED, NEXT[currentTheme()]);
    show();
  });
  show();
  return element;
}

apply(currentTheme());
