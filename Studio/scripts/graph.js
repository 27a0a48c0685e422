// The graph of an app: the nodes around one node, and the nodes that the last commit woke.

import { h, icon, put } from "./dom.js";
import { count, counted } from "./text.js";
import { emptyState, errorNotice, errorState, loadingState } from "./states.js";
import { nodeLink, nodeWords, place } from "./nodes.js";
import { drawGraph } from "./graph-drawing.js";
import { route } from "./route.js";

const MOST_NODES = 120;

class StudioGraph extends HTMLElement {
  #overview = null;
  /** The work of the newest commit. */
  #trace = null;
  #graph = null;
  #node = null;
  #depth = 2;
  #mode = "diagram";
  #isReading = false;
  #isStale = false;

  connectedCallback() {
    this.className = "view";
    if (!this.search) this.#build();
    this.app.live.watch("graph", { traces: true }, () => this.#read());
    this.#read();
  }

  disconnectedCallback() {
    this.app.live.unwatch("graph");
  }

  show({ node = null }) {
    const wanted = Number.isSafeInteger(node) ? node : null;
    if (wanted === this.#node && this.#graph) return;
    this.#node = wanted;
    this.#graph = null;
    if (this.#overview) this.#readNeighbours();
  }

  #build() {
    if (matchMedia("(max-width: 760px)").matches) this.#mode = "list";
    this.search = h("input", { class: "field", type: "search", placeholder: "Find a node",
      "aria-label": "Find a node", "data-search": "", autocomplete: "off", spellcheck: "false",
      on: { input: () => this.#drawSide() } });
    this.depth = h("select", { class: "field", "aria-label": "Steps around the node", on: {
      change: () => {
        this.#depth = Number(this.depth.value);
        this.#readNeighbours();
      } } }, [1, 2, 3, 4, 6, 8].map((value) => h("option", { value, selected: value === 2 },
      counted(value, "step"))));
    this.modes = ["diagram", "list"].map((mode) => h("button", { type: "button", on: {
      click: () => {
        this.#mode = mode;
        this.#draw();
      } } }, icon(mode === "diagram" ? "graph" : "rows"), mode === "diagram" ? "Diagram"
        : "List"));
    this.notice = h("div");
    this.side = h("nav", { class: "node-side", "aria-label": "Nodes" });
    this.body = h("div", { class: "diagram-body", tabindex: "0", role: "group",
      "aria-label": "Nodes around the chosen node" });
    this.append(h("header", { class: "bar" }, this.app.heading("Graph"), this.search, this.depth,
      h("div", { class: "segments", role: "group", "aria-label": "Form" }, this.modes)),
    this.notice, h("div", { class: "split graph" }, this.side,
      h("div", { class: "split-main" }, this.body)));
  }

  async #read() {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    this.#isStale = false;
    if (!this.#overview) put(this.body, loadingState("Reading the graph …"));
    try {
      this.#overview = await this.app.api.get("graph");
      const newest = this.#overview.traces[0]?.number;
      this.#trace = newest === undefined ? null : await this.app.api.get(`trace/${newest}`);
      put(this.notice);
      this.#drawSide();
      await this.#readNeighbours();
    } catch (error) {
      if (this.#overview) put(this.notice, errorNotice(error));
      else put(this.body, errorState(error, () => this.#read()));
    }
    this.#isReading = false;
    if (this.#isStale) this.#read();
  }

  /** The chosen node, or the first one that ran or was marked, or the first one of all. */
  get #centre() {
    const ran = this.#trace?.work.find((one) => one.kind === "evaluation");
    return this.#node ?? ran?.node ?? this.#woken()[0]?.node ?? this.#overview.nodes[0]?.node
      ?? null;
  }

  async #readNeighbours() {
    const node = this.#centre;
    if (node === null) {
      this.#graph = null;
      this.#draw();
      return;
    }
    try {
      const graph = await this.app.api.post("graph",
        { node, depth: this.#depth, limit: MOST_NODES });
      if (node !== this.#centre) return;
      this.#graph = graph;
      this.#draw();
    } catch (error) {
      if (node !== this.#centre) return;
      this.#graph = null;
      put(this.body, errorState(error));
    }
  }

  /** The nodes that the last commit marked or woke, each name and place once. */
  #woken() {
    const found = new Map();
    for (const one of [...(this.#trace?.marks ?? []), ...(this.#trace?.work ?? [])]) {
      const key = one.kind === "call" ? `call ${one.node}`
        : `${one.name}\n${one.file ?? ""}\n${one.line ?? ""}`;
      if (one.kind !== "call" && !found.has(key)) found.set(key, one);
    }
    return [...found.values()];
  }

  #drawSide() {
    const wanted = this.search.value.trim().toLowerCase();
    const matches = (node) => nodeWords(node).toLowerCase().includes(wanted);
    const woken = this.#woken().filter(matches);
    const nodes = this.#overview.nodes.filter(matches);
    put(this.side, this.#group("Last wake", woken, this.#trace ? "The last commit woke no node"
      + " with this name." : "No commit since the view was opened."),
    this.#group("Live results", nodes, "No live query or relationship with this name is in "
      + "memory."),
    this.#overview.omitted > 0 ? h("p", { class: "soft" },
      `${count(this.#overview.omitted)} more are not listed.`) : null);
  }

  #group(title, nodes, empty) {
    return [h("h2", null, title), nodes.length ? h("ul", null, nodes.map((node) => h("li", null,
      nodeLink(node), node.count > 1 ? h("span", { class: "tag" }, `× ${count(node.count)}`)
        : null, node.name ? place(node) : null))) : h("p", { class: "soft" }, empty)];
  }

  #draw() {
    this.modes.forEach((element, index) => element.setAttribute("aria-pressed",
      String((index === 0) === (this.#mode === "diagram"))));
    if (!this.#graph) {
      put(this.body, emptyState("No node yet", "The nodes of live queries and relationships, and "
        + "the nodes that a commit wakes, appear here."));
      return;
    }
    const woken = new Set([...(this.#trace?.marks ?? []), ...(this.#trace?.work ?? [])]
      .map((one) => one.node));
    const drawing = this.#mode === "diagram"
      ? drawGraph(this.#graph, { woken, room: this.body.clientWidth - 32,
        choose: (node) => this.#choose(node) })
      : this.#lists(woken);
    const hadFocus = this.body.contains(document.activeElement)
      ? document.activeElement.dataset.node : null;
    put(this.body, drawing, this.#graph.omitted > 0 ? h("p", { class: "soft graph-rest" },
      `${count(this.#graph.omitted)} more neighbours are not shown.`) : null);
    this.body.querySelector("g.chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (hadFocus) this.body.querySelector(`[data-node="${CSS.escape(hadFocus)}"]`)?.focus();
  }

  #choose(node) {
    route.go({ view: "graph", node: node.node });
  }

  #lists(woken) {
    const parts = [["Reads", (level) => level < 0], ["Node", (level) => level === 0],
      ["Dependents", (level) => level > 0]];
    return h("div", { class: "node-lists" }, parts.map(([title, isPart]) => {
      const nodes = this.#graph.nodes.filter((node) => isPart(node.level));
      return h("section", null, h("h2", null, title), nodes.length ? h("ul", null,
        nodes.map((node) => h("li", null, h("div", { class: "node-line" }, nodeLink(node),
          node.count > 1 ? h("span", { class: "tag" }, `× ${count(node.count)}`) : null,
          woken.has(node.node) ? h("span", { class: "tag changed" }, "woken") : null),
        h("div", { class: "soft" }, [node.kind, node.level === 0 ? null
          : counted(Math.abs(node.level), "step"), node.isUpToDate ? null : "out of date"]
          .filter((one) => one !== null).join(", ")), node.name ? place(node) : null)))
        : h("p", { class: "soft" }, title === "Reads" ? "It reads no other node."
          : "Nothing depends on it."));
    }));
  }
}

customElements.define("studio-graph", StudioGraph);
