// The commits of the file, with the rows before and after each of them.

import { cellNodes, cellText, sameValue } from "./values.js";
import { count, counted, name, nodes, plain } from "./text.js";
import { emptyState, errorNotice, errorState, loadingState } from "./states.js";
import { button, h, icon, put } from "./dom.js";
import { equalTo } from "./follow.js";
import { route } from "./route.js";

const CHANGE_SIGNS = { insert: ["+", "added", "new"], update: ["~", "changed", "changed"],
  delete: ["−", "removed", "deleted"] };
const SOURCES = { studio: "by Studio", log: null, comparison: "by another program",
  unknown: "while the timeline was closed" };
const SOURCE_WORDS = {
  comparison: "The program does not log its commits. These are the differences of the rows, after "
    + "one commit or several.",
  unknown: "The rows of these commits are unknown. The rows in Browse are current.",
};
const COMMITS_SHOWN = 100;

class StudioTimeline extends HTMLElement {
  #commits = [];
  #oldest = null;
  #selected = null;
  #isReading = false;
  #isPaused = false;
  /** Whether the user chose a commit. Before, the view shows the newest commit with rows. */
  #isChosen = false;
  #waiting = 0;

  connectedCallback() {
    this.className = "view";
    if (!this.list) this.#build();
    this.app.live.watch("timeline", { commits: true }, (event) => this.#news(event));
    this.#read();
  }

  disconnectedCallback() {
    this.app.live.unwatch("timeline");
  }

  #build() {
    this.notice = h("div");
    this.state = h("div", { class: "commits" });
    this.list = h("ol", { class: "commits", role: "listbox", tabindex: "0",
      "aria-label": "Commits, the newest first" });
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.detail = h("div", { class: "commit-detail", tabindex: "0", role: "region",
      "aria-label": "Changed rows" });
    this.pause = button("Pause", { name: "stop", "aria-pressed": "false",
      click: () => this.#togglePause() });
    this.more = button("Older commits", { click: () => this.#readOlder() });
    this.append(h("header", { class: "bar" }, this.app.heading("Timeline"), this.pause),
      this.notice,
      h("div", { class: "split timeline" }, h("div", { class: "commit-side" }, this.state,
        this.list, h("div",
        { class: "commit-more" }, this.more)), this.detail));
  }

  /** A listbox has only options, so a state stands beside it. */
  #showState(state) {
    put(this.state, state);
    this.state.hidden = state === null;
    this.list.hidden = state !== null;
  }

  #togglePause() {
    this.#isPaused = !this.#isPaused;
    this.pause.setAttribute("aria-pressed", String(this.#isPaused));
    this.#showPause();
    if (!this.#isPaused) this.#read();
  }

  #showPause() {
    const words = this.#isPaused ? `Continue${this.#waiting ? ` (${this.#waiting} new)` : ""}`
      : "Pause";
    put(this.pause, icon(this.#isPaused ? "play" : "stop"), words);
  }

  #news(event) {
    if (event.error) {
      put(this.notice, errorNotice(event.error));
      return;
    }
    if (this.#isPaused) {
      this.#waiting = Math.max(0, event.newest - (this.#commits[0]?.number ?? 0));
      this.#showPause();
    } else {
      this.#read();
    }
  }

  async #read() {
    if (this.#isReading) {
      this.isStale = true;
      return;
    }
    this.#isReading = true;
    this.isStale = false;
    this.#waiting = 0;
    if (!this.#commits.length) this.#showState(loadingState("Reading commits …"));
    try {
      const answer = await this.app.api.get(`commits?limit=${COMMITS_SHOWN}`);
      const known = this.#commits[0]?.number ?? null;
      // The server can know more of a commit than before. Where commits are missing between the two
      // answers, the older ones are read again on demand.
      const last = answer.commits.at(-1)?.number ?? 0;
      const isGap = known === null || last > known;
      this.#commits = isGap ? answer.commits
        : [...answer.commits, ...this.#commits.filter((one) => one.number < last)].slice(0, 2000);
      this.#oldest = answer.oldest;
      put(this.notice);
      this.#draw(known);
    } catch (error) {
      if (this.#commits.length) put(this.notice, errorNotice(error));
      else this.#showState(errorState(error, () => this.#read()));
    }
    this.#isReading = false;
    if (this.isStale) this.#read();
  }

  async #readOlder() {
    const last = this.#commits.at(-1);
    if (!last) return;
    try {
      const answer = await this.app.api.get(`commits?limit=${COMMITS_SHOWN}&before=${last.number}`);
      this.#commits.push(...answer.commits);
      this.#oldest = answer.oldest;
      this.#draw(null);
    } catch (error) {
      put(this.notice, errorNotice(error));
    }
  }

  #draw(known) {
    const last = this.#commits.at(-1);
    this.more.hidden = !last || this.#oldest === null || last.number <= this.#oldest;
    if (this.#commits.length === 0) {
      this.#showState(emptyState("No commits yet",
        "Each commit of a program appears here, with its rows before and after."));
      put(this.detail, emptyState("Nothing chosen", "Choose a commit to see its rows."));
      return;
    }
    this.#showState(null);
    put(this.list, this.#commits.map((commit) => this.#item(commit, known !== null
      && commit.number > known)));
    if (!this.#isChosen || !this.#commits.some((one) => one.number === this.#selected)) {
      this.#select(this.#commits.find((one) => one.tables.length) ?? this.#commits[0], false);
    }
    this.list.setAttribute("aria-activedescendant", `commit-${this.#selected}`);
  }

  #item(commit, isNew) {
    return h("li", {
      role: "option", id: `commit-${commit.number}`, class: isNew ? "commit new" : "commit",
      "aria-selected": String(commit.number === this.#selected),
      on: { click: () => this.#choose(commit) },
    }, h("div", { class: "commit-line" }, h("strong", null, `#${count(commit.number)}`),
      h("time", { class: "soft", datetime: commit.time }, time(commit.time))),
    h("div", { class: "commit-tables" }, commit.tables.map((table) => h("span",
      { class: "commit-table" }, name(table.table), counts(table))),
    commit.schemaChanged ? h("span", { class: "tag" }, "schema changed") : null,
    h("span", { class: "soft" }, SOURCES[commit.source])));
  }

  #key(event) {
    const index = this.#commits.findIndex((one) => one.number === this.#selected);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0,
      End: this.#commits.length - 1 }[event.key];
    if (event.key === "Enter") this.detail.focus();
    if (next === undefined || !this.#commits[next]) return;
    event.preventDefault();
    this.#choose(this.#commits[next]);
  }

  #choose(commit) {
    this.#isChosen = true;
    this.#select(commit);
  }

  #select(commit, scroll = true) {
    this.#selected = commit.number;
    for (const item of this.list.children) {
      item.setAttribute("aria-selected", String(item.id === `commit-${commit.number}`));
    }
    this.list.setAttribute("aria-activedescendant", `commit-${commit.number}`);
    if (scroll) {
      document.getElementById(`commit-${commit.number}`)?.scrollIntoView({ block: "nearest" });
    }
    put(this.detail, h("h2", { class: "commit-title" }, `Commit #${count(commit.number)}`,
      h("span", { class: "soft" }, ` at ${time(commit.time)}`)),
    SOURCE_WORDS[commit.source] ? h("p", { class: "soft" }, SOURCE_WORDS[commit.source]) : null,
    commit.tables.map((table) => this.#table(table)),
    commit.uncompared.length ? h("p", { class: "soft" }, "Not compared, because they have too "
      + "many rows: ", commit.uncompared.map((one, index) => [index ? ", " : "", name(one)]), ".")
      : null);
    this.detail.scrollTop = 0;
  }

  #table(table) {
    const { rows } = table;
    return h("section", { class: "commit-section" }, h("h3", null, name(table.table),
      counts(table)), rows.map((row) => this.#row(table, row)),
    table.isComplete && rows.length === table.inserted + table.updated + table.deleted ? null
      : h("p", { class: "soft" },
        `The first ${counted(rows.length, "row")}. The commit changed more.`));
  }

  #row(table, row) {
    const [sign, kind, word] = CHANGE_SIGNS[row.kind];
    const columns = table.columns ?? [];
    const changed = columns.map((column, position) => ({ column, position }))
      .filter(({ position }) => row[row.kind === "delete" ? "old" : "new"]
        && (!row.old || !row.new || !sameValue(row.old[position], row.new[position])));
    return h("div", { class: "change" }, h("div", { class: "change-head" },
      h("span", { class: `tag ${kind}` }, h("span", { "aria-hidden": "true" }, sign), word),
      h("a", { href: this.#address(table, row.key) },
        nodes(row.key.map(cellText).join(", ")))),
    changed.length ? h("table", { class: "before-after" }, h("thead", { class: "only-spoken" },
      h("tr", null, ["Column", "Before", "After"].map((title) => h("th", { scope: "col" },
        title)))),
    h("tbody", null, changed.map(({ column, position }) => h("tr", null,
      h("th", { scope: "row" }, name(column)),
      h("td", { class: "before" }, row.old ? h("del", null, cellNodes(row.old[position]))
        : row.kind === "update" ? h("span", { class: "soft" }, "not known") : null),
      h("td", { class: "after" }, row.new ? h("ins", null, cellNodes(row.new[position]))
        : null))))) : null);
  }

  #address(table, key) {
    // The key of a commit is the primary key. Browse shows some of these tables by their rowids.
    const columns = table.key ?? [];
    return route.address({ view: "browse", table: table.table, open: true,
      filter: columns.length ? equalTo(columns, key) : null });
  }

  schemaChanged() {
    this.#read();
  }
}

function counts(table) {
  if (table.rows.length === 0) return h("span", { class: "tag changed" }, "many rows");
  return [["inserted", "added", "+"], ["updated", "changed", "~"], ["deleted", "removed", "−"]]
    .filter(([member]) => table[member] > 0)
    .map(([member, kind, sign]) => h("span", { class: `tag ${kind}`,
      title: plain(`${counted(table[member], "row")} ${member}`) }, `${sign} `
        + count(table[member])));
}

function time(text) {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? plain(text) : moment.toLocaleTimeString("en",
    { hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit",
      fractionalSecondDigits: 3 });
}

customElements.define("studio-timeline", StudioTimeline);
