// Creates elements. Values and names become text nodes only, so no value is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Creates an HTML element. `properties` are attributes, except `on` (listeners) and `data`. */
export function h(tag, properties = null, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Creates an SVG element. */
export function svg(tag, properties = null, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, listener);
      }
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (/^on|^style$|^srcdoc$/i.test(name)) {
      throw new TypeError(`the attribute ${name} is not permitted`);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false
    && child !== undefined));
  return element;
}

/** Replaces all children of an element. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null
    && child !== false && child !== undefined));
  return element;
}

/**
 * Replaces the children of an element that look different. The others stay, because a browser loses
 * the click on an element that is replaced between its press and its release.
 */
export function putChanged(element, children) {
  if (element.childElementCount !== children.length) return put(element, children);
  children.forEach((child, index) => {
    const old = element.children[index];
    if (!old.isEqualNode(child)) old.replaceWith(child);
  });
  return element;
}

let lastNumber = 0;

/** An id that no other element of the page has. */
export function newID(prefix) {
  lastNumber += 1;
  return `${prefix}-${lastNumber}`;
}

const PATHS = {
  rows: "M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6 6.5v6",
  sql: "M3 4l4 4-4 4M8.5 12H13",
  schema: "M2 2.5h5v4H2zM9 9.5h5v4H9zM4.5 6.5v5H9",
  timeline: "M8 4.5V8l2.5 1.5M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z",
  graph: "M4 2.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM4 9.9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 "
    + "0 0-3.6zM12 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM5.7 5l4.7 2.2M5.7 11l4.7-2.2",
  waterfall: "M2 3.5h5M4.5 6.5h5M7 9.5h5M9.5 12.5H14",
  edits: "M3 13l.7-2.8L11 3l2 2-7.2 7.3zM9.7 4.3l2 2",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3L14 14",
  filter: "M2 3.5h12M4.5 8h7M6.5 12.5h3",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  card: "M2.5 3h11v10h-11zM9 3v10M10.8 6h1M10.8 8.5h1",
  key: "M10.5 2.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8.3 7.7L3 13m1.5-1.5L6 13",
  follow: "M5 11l6-6M6 5h5v5",
  back: "M10 3.5L5.5 8l4.5 4.5",
  next: "M6 3.5L10.5 8 6 12.5",
  down: "M3.5 6L8 10.5 12.5 6",
  up: "M3.5 10L8 5.5 12.5 10",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  trash: "M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.5M9.2 7v3.5",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.2M8 13.3v1.2"
    + "M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9"
    + "M4.3 11.7l-.9.9",
  moon: "M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z",
  half: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 2v12M8 5l4.6-.8M8 8h6M8 11l4.6.8",
  help: "M6 6.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1.1v.3M8 11.7v.1"
    + "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z",
  play: "M4.5 3l8 5-8 5z",
  stop: "M4 4h8v8H4z",
  undo: "M5.5 3L2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6",
  warning: "M8 2.5l6.2 11H1.8zM8 6.5V10M8 11.8v.1",
  check: "M3 8.5l3.5 3.5L13 4.5",
  table: "M2 3h12v10H2zM2 6.3h12M6 6.3V13",
  chart: "M2.5 2.5v11h11M5.5 11V8M8.5 11V5M11.5 11V6.5",
  plan: "M3 3h4M5.5 8h4M8 13h4M4 3v10h4M4 8h1.5",
  unplug: "M2 14l3-3M11 5l3-3M5.5 6.5l4 4-1.5 1.5a2.8 2.8 0 0 1-4-4zM10.5 9.5l-4-4"
    + "L8 4a2.8 2.8 0 0 1 4 4z",
  inbox: "M2 9l2-6h8l2 6v4H2zM2 9h3.5l1 1.5h3l1-1.5H14",
  open: "M8 9.5v-7M5 5l3-3 3 3M2.5 10.5v3h11v-3",
  save: "M8 2.5v7M5 7l3 3 3-3M2.5 10.5v3h11v-3",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
};

/** An icon. It has no name for screen readers; its button has one. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }));
}

/** A button with an icon. Without `words`, the label is spoken and appears as a tooltip. */
export function button(label, options = {}) {
  const { name, kind = "", words = true, click, ...rest } = options;
  return h("button", {
    type: "button",
    class: `button ${kind}${words ? "" : " square"}`,
    title: words ? null : label,
    "aria-label": words ? null : label,
    on: click ? { click } : {},
    ...rest,
  }, name ? icon(name) : null, words ? h("span", { class: "label" }, label) : null);
}
