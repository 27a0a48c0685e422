// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/waterfall.js instead.

let pageWaterfallScript = StudioAsset(
  path: "/scripts/waterfall.js",
  content: #"""
// The traced commits of an app: which write woke which nodes, why, and how long it took.

import { count, name } from "./text.js";
import { emptyState, errorNotice, errorState, loadingState } from "./states.js";
import { button, h, icon, put } from "./dom.js";
import { duration, moment, place, rowCounts } from "./nodes.js";
import { falls } from "./falls.js";

class StudioWaterfall extends HTMLElement {
  #traces = [];
  #selected = null;
  /** Whether the user chose a commit. Before, the view shows the newest commit. */
  #isChosen = false;
  #isPaused = false;
  #isReading = false;
  #isStale = false;

  connectedCallback() {
    this.className = "view";
    if (!this.list) this.#build();
    this.app.live.watch("waterfall", { traces: true }, () => {
      if (!this.#isPaused) this.#read();
    });
    this.#read();
  }

  disconnectedCallback() {
    this.app.live.unwatch("waterfall");
  }

  #build() {
    this.notice = h("div");
    this.state = h("div", { class: "commits" });
    this.list = h("ol", { class: "commits", role: "listbox", tabindex: "0",
      "aria-label": "Traced commits, the newest first", hidden: true });
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.detail = h("div", { class: "commit-detail", tabindex: "0", role: "region",
      "aria-label": "Course of the commit" });
    this.pause = button("Pause", { name: "stop", "aria-pressed": "false",
      click: () => this.#togglePause() });
    this.append(h("header", { class: "bar" }, this.app.heading("Waterfall"), this.pause),
      this.notice, h("div", { class: "split timeline" }, h("div", { class: "commit-side" },
        this.state, this.list), this.detail));
  }

  #togglePause() {
    this.#isPaused = !this.#isPaused;
    this.pause.setAttribute("aria-pressed", String(this.#isPaused));
    put(this.pause, icon(this.#isPaused ? "play" : "stop"),
      h("span", { class: "label" }, this.#isPaused ? "Continue" : "Pause"));
    if (!this.#isPaused) this.#read();
  }

  #showState(state) {
    put(this.state, state);
    this.state.hidden = state === null;
    this.list.hidden = state !== null;
  }

  async #read() {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    this.#isStale = false;
    if (!this.#traces.length && !this.state.hasChildNodes()) {
      this.#showState(loadingState("Reading traces …"));
    }
    try {
      this.#traces = (await this.app.api.get("graph")).traces;
      put(this.notice);
      this.#draw();
    } catch (error) {
      if (this.#traces.length) put(this.notice, errorNotice(error));
      else this.#showState(errorState(error, () => this.#read()));
    }
    this.#isReading = false;
    if (this.#isStale) this.#read();
  }

  #draw() {
    if (!this.#traces.length) {
      this.#showState(emptyState("No traced commit yet",
        "Each commit of the app appears here while this view is open."));
      put(this.detail, emptyState("Nothing chosen",
        "Write something in the app to see what it wakes."));
      return;
    }
    this.#showState(null);
    put(this.list, this.#traces.map((trace) => this.#item(trace)));
    const isKept = this.#traces.some((one) => one.number === this.#selected);
    this.#select(this.#isChosen && isKept ? this.#selected : this.#traces[0].number, false);
  }

  #item(trace) {
    return h("li", { role: "option", id: `trace-${trace.number}`, class: "commit",
      "aria-selected": "false", on: { click: () => this.#choose(trace.number) } },
    h("div", { class: "commit-line" }, h("strong", null, `#${count(trace.number)}`),
      h("span", { class: "soft" }, `${moment(trace.time)} · ${duration(trace.end)}`)),
    h("div", { class: "soft" }, trace.isForeign ? "another process"
      : place(trace) ?? "outside of a write"),
    h("div", { class: "commit-tables" }, trace.tables.map((table) => h("span",
      { class: "commit-table" }, name(table.table), rowCounts(table))),
    h("span", { class: "soft" }, `${count(trace.marks)} marked · ${count(trace.evaluations)} ran · `
      + `${count(trace.reads)} read · ${count(trace.calls)} called`)));
  }

  #key(event) {
    const index = this.#traces.findIndex((one) => one.number === this.#selected);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0,
      End: this.#traces.length - 1 }[event.key];
    if (event.key === "Enter") this.detail.focus();
    if (next === undefined || !this.#traces[next]) return;
    event.preventDefault();
    this.#choose(this.#traces[next].number);
  }

  #choose(number) {
    this.#isChosen = number !== this.#traces[0]?.number;
    this.#select(number, true);
  }

  async #select(number, scroll) {
    const isOther = this.#selected !== number;
    this.#selected = number;
    for (const item of this.list.children) {
      item.setAttribute("aria-selected", String(item.id === `trace-${number}`));
    }
    this.list.setAttribute("aria-activedescendant", `trace-${number}`);
    if (scroll) document.getElementById(`trace-${number}`)?.scrollIntoView({ block: "nearest" });
    try {
      const trace = await this.app.api.get(`trace/${number}`);
      if (this.#selected !== number) return;
      put(this.detail, h("h2", { class: "commit-title" }, `Commit #${count(number)}`,
        h("span", { class: "soft" }, ` at ${moment(trace.time)}, ${duration(trace.end)}`)),
      falls(trace));
      if (isOther) this.detail.scrollTop = 0;
    } catch (error) {
      if (this.#selected === number) put(this.detail, errorState(error));
    }
  }
}

customElements.define("studio-waterfall", StudioWaterfall);

"""#
)
