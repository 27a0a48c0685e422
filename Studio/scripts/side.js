// The side bar: the file, the views, and the tables. On a narrow page it lies over the view.

import { button, h, icon, put, svg } from "./dom.js";
import { name, plain } from "./text.js";
import { route } from "./route.js";
import { themeButton } from "./theme.js";
import { isAble } from "./ability.js";

const VIEW_LINKS = [
  ["browse", "Browse", "rows"], ["sql", "SQL", "sql"], ["schema", "Schema", "schema"],
  ["timeline", "Timeline", "timeline"], ["edits", "Edits", "edits"], ["graph", "Graph", "graph"],
  ["waterfall", "Waterfall", "waterfall"],
];
const GROUPS = [["table", "Tables"], ["view", "Views"], ["virtual", "Virtual tables"]];

export class Side {
  #app;
  #table = null;
  #links = new Map();

  constructor(app) {
    this.#app = app;
    this.search = h("input", {
      class: "field", type: "search", placeholder: "Find a table", "aria-label": "Find a table",
      autocomplete: "off", spellcheck: "false", on: { input: () => this.listTables() },
    });
    this.list = h("nav", { class: "table-list", "aria-label": "Tables" });
    this.number = h("span", { class: "number", hidden: true });
    this.element = h("header", { class: "side" },
      h("div", { class: "brand" }, logo(), h("span", { class: "file", title:
        plain(app.api.session.file) }, name(app.api.session.file)),
      button("Close menu", { name: "close", kind: "quiet menu-button", words: false,
        click: () => this.close(true) })),
      h("nav", { class: "tabs", "aria-label": "Views" }, this.#views()),
      h("div", { class: "side-search" }, this.search),
      this.list,
      h("div", { class: "side-end" }, h("span", { class: "connection-place" }),
        button("Keyboard shortcuts", { name: "help", kind: "quiet", words: false,
          click: () => app.showHelp() }), themeButton()));
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close(true);
    });
    this.veil = h("button", { class: "veil", type: "button", hidden: true, tabindex: "-1",
      "aria-label": "Close menu", on: { click: () => this.close(true) } });
    this.listTables();
    queueMicrotask(() => {
      this.element.querySelector(".connection-place").replaceWith(app.connection.sign);
      app.stage.addEventListener("change", () => this.#count());
      this.#count();
    });
  }

  #views() {
    return VIEW_LINKS.filter(([view]) => isAble(view, this.#app.api.session))
      .map(([view, title, picture]) => {
        const link = h("a", { href: route.address({ view }) }, icon(picture), title,
          view === "edits" ? this.number : null);
        this.#links.set(view, link);
        return link;
      });
  }

  #count() {
    const count = this.#app.stage.changes.length;
    this.number.hidden = count === 0;
    put(this.number, String(count), h("span", { class: "only-spoken" }, " staged"));
  }

  remove() {
    this.element.remove();
    this.veil.remove();
  }

  open() {
    this.element.classList.add("open");
    this.veil.hidden = false;
    this.element.querySelector("a").focus();
  }

  close(focus = false) {
    if (!this.element.classList.contains("open")) return;
    this.element.classList.remove("open");
    this.veil.hidden = true;
    if (focus) document.querySelector("main .menu-button")?.focus();
  }

  select(view, table) {
    for (const [name, link] of this.#links) {
      if (name === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#table = view === "browse" ? table : null;
    this.listTables();
  }

  listTables() {
    const wanted = this.search.value.trim().toLowerCase();
    const tables = this.#app.schema.tables.filter((table) => table.name.toLowerCase()
      .includes(wanted));
    put(this.list, GROUPS.map(([kind, title]) => {
      const group = tables.filter((table) => table.kind === kind);
      if (group.length === 0) return null;
      return [h("h2", null, title), h("ul", null, group.map((table) => h("li", null, h("a", {
        href: route.address({ view: "browse", table: table.name }),
        title: plain(table.name),
        "aria-current": table.name === this.#table ? "true" : null,
      }, icon(kind === "view" ? "columns" : "table"), name(table.name)))))];
    }), this.#unreadable(wanted), tables.length === 0
      ? h("p", { class: "soft" }, "No table has this name.") : null);
  }

  /** The views and virtual tables that SQLite cannot read. Browse says why. */
  #unreadable(wanted) {
    const found = this.#app.schema.unreadable.filter((one) => one.name.toLowerCase()
      .includes(wanted));
    return found.length === 0 ? null : [h("h2", null, "Not readable"), h("ul", null,
      found.map((one) => h("li", null, h("a", { href: route.address({ view: "browse",
        table: one.name }), title: plain(one.reason) }, icon("warning"), name(one.name)))))];
  }
}

/** The mark of Studio: three rows, of which one is live. */
function logo() {
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 2, width: 18, height: 16, rx: 4, class: "mark-fill" }),
    svg("path", { d: "M5 7h10M5 13h4", class: "mark-line" }),
    svg("circle", { cx: 14, cy: 13, r: 1.8, class: "mark-dot" }));
}
