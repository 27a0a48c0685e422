// The staged edits: their list, the preview of their effect, applying them, conflicts, and undo.

import { button, h, icon, put } from "./dom.js";
import { cellNodes } from "./values.js";
import { clock, count, counted, name, nodes } from "./text.js";
import { emptyState, errorNotice } from "./states.js";
import { equalTo } from "./follow.js";
import { route } from "./route.js";
import { placeOfNewRows } from "./staged-rows.js";

const EDIT_KINDS = { insert: ["+", "added", "new row"], update: ["~", "changed", "changed"],
  delete: ["−", "removed", "delete"] };

class StudioEdits extends HTMLElement {
  #effect = null;
  #isBusy = false;
  #redraw = () => {
    this.#effect = null;
    this.#draw();
  };

  connectedCallback() {
    this.className = "view";
    if (!this.body) {
      this.notice = h("div", { "aria-live": "polite" });
      this.body = h("div", { class: "edits" });
      this.previewButton = button("Preview", { name: "search", click: () => this.#preview() });
      this.applyButton = button("Apply", { name: "check", kind: "primary",
        click: () => this.#apply() });
      this.discardButton = button("Discard all", { kind: "quiet danger",
        click: () => this.app.stage.discardAll() });
      this.append(h("header", { class: "bar" }, this.app.heading("Edits"), this.discardButton,
        this.previewButton, this.applyButton), this.notice, this.body);
    }
    this.app.stage.addEventListener("change", this.#redraw);
    this.#draw();
  }

  disconnectedCallback() {
    this.app.stage.removeEventListener("change", this.#redraw);
  }

  #draw() {
    const { changes, batches } = this.app.stage;
    const isReplaced = this.app.stage.isForOtherFile || this.app.live.file === "missing";
    for (const one of [this.previewButton, this.applyButton]) {
      one.disabled = changes.length === 0 || this.#isBusy || isReplaced;
    }
    this.discardButton.disabled = changes.length === 0 || this.#isBusy;
    put(this.body,
      h("section", null, h("h2", null, changes.length === 0 ? "Staged edits"
        : `${counted(changes.length, "staged edit")}`),
      this.#warning(), changes.length === 0 ? emptyState("Nothing is staged",
        "Double-click a cell, or choose “Add row” in Browse. Nothing is written before you "
          + "apply it.")
        : h("ul", { class: "edit-list" }, changes.map((change) => this.#change(change)))),
      this.#effect ? this.#effectSection() : null,
      batches.length ? h("section", null, h("h2", null, "Applied"),
        h("ul", { class: "edit-list" }, batches.map((batch) => this.#batch(batch)))) : null);
  }

  schemaChanged() {
    this.#draw();
  }

  #warning() {
    const { stage } = this.app;
    const words = stage.isForOtherFile ? "These edits were staged before the file was replaced by "
      + "another one. They stay, and are not applied."
      : stage.isKept ? null : "These edits are too large to survive a reload of the page.";
    return words ? h("div", { class: "notice warning" }, icon("warning"),
      h("div", { class: "words" }, words)) : null;
  }

  #change(change) {
    const [sign, kind, word] = EDIT_KINDS[change.kind];
    const table = this.app.schema.table(change.table);
    const columns = change.kind === "delete" ? [] : Object.keys(change.new);
    return h("li", { class: `edit${change.conflict || change.failure ? " conflict" : ""}` },
      h("div", { class: "change-head" },
        h("span", { class: `tag ${kind}` }, h("span", { "aria-hidden": "true" }, sign), word),
        change.key && table ? h("a", { href: route.address({ view: "browse", table: change.table,
          filter: equalTo(table.key, change.key) }) }, name(change.table), " ", nodes(change.label))
          : h("span", null, name(change.table)),
        button("Unstage", { name: "undo", kind: "quiet",
          click: () => this.app.stage.discard(change) })),
      columns.length ? h("table", { class: "before-after" },
        h("thead", null, h("tr", null, this.#titles(change).map((title) => h("th",
          { scope: "col" }, title)))),
        h("tbody", null, columns.map((column) => this.#line(change, column)))) : null,
      change.conflict ? this.#conflict(change) : null,
      change.failure ? h("div", { class: "conflict-end", role: "alert" }, icon("warning"),
        h("span", { class: "words" }, nodes(change.failure.message), " ",
          nodes(change.failure.remedy))) : null);
  }

  #titles(change) {
    const titles = ["Column"];
    if (change.kind !== "insert") titles.push("Before");
    titles.push("Yours");
    if (this.#hasOthers(change)) titles.push("Other program");
    return titles;
  }

  #hasOthers(change) {
    return Object.keys(change.below).length > 0 || change.conflict !== undefined;
  }

  #line(change, column) {
    const other = change.conflict?.current && Object.hasOwn(change.conflict.current, column)
      ? change.conflict.current[column] : change.below[column];
    return h("tr", null, h("th", { scope: "row" }, name(column)),
      change.kind === "insert" ? null : h("td", { class: "before" },
        h("del", null, cellNodes(change.old[column]))),
      h("td", { class: "after" }, h("ins", null, cellNodes(change.new[column]))),
      this.#hasOthers(change) ? h("td", { class: "other" }, other === undefined
        ? h("span", { class: "soft" }, "unchanged") : cellNodes(other)) : null);
  }

  #conflict(change) {
    const { current } = change.conflict;
    return h("div", { class: "conflict-end", role: "alert" }, icon("warning"),
      h("span", { class: "words" }, current === null
        ? "Another program deleted this row. Nothing was written."
        : "Another program changed this row after you saw it. Nothing was written."),
      current === null ? null : button("Keep mine", {
        click: () => this.app.stage.accept(change, current) }),
      button("Take theirs", { click: () => this.app.stage.discard(change) }));
  }

  #effectSection() {
    const { effects, isUndoable } = this.#effect;
    return h("section", { class: "effect", role: "status" }, h("h2", null, "Effect"),
      h("p", null, effectWords(effects)),
      h("p", { class: "soft" }, isUndoable ? "These edits can be undone after you apply them."
        : "These edits cannot be undone. Make a copy of the file with `stategraph backup` first."));
  }

  #batch(batch) {
    return h("li", { class: "edit" }, h("div", { class: "change-head" },
      h("span", { class: "soft" }, clock(batch.time)), h("span", null, batch.prefix,
        effectWords(batch.effects)),
      batch.isUndone ? h("span", { class: "tag" }, "undone")
        : batch.isUndoable ? button("Undo", { name: "undo", click: () => this.#undo(batch) })
          : h("span", { class: "tag" }, "cannot be undone")));
  }

  async #preview() {
    await this.#run(async () => {
      this.#effect = await this.app.stage.preview();
    });
  }

  async #apply() {
    await this.#run(async () => {
      const { changes } = this.app.stage;
      const answer = await this.app.stage.apply();
      put(this.notice, h("div", { class: "notice good" }, icon("check"),
        h("div", { class: "words" }, "Applied: ", effectWords(answer.effects),
          this.#linksToNewRows(changes))));
    });
  }

  #linksToNewRows(changes) {
    const groups = Map.groupBy(changes.filter((one) => one.kind === "insert"), (one) => one.table);
    return Array.from(groups, ([table, inserts]) => [" ", h("a", { href: route.address(
      placeOfNewRows(this.app.schema.table(table), inserts)) }, "Show the new rows of ",
    name(table)), "."]);
  }

  async #undo(batch) {
    await this.#run(async () => {
      await this.app.stage.undo(batch);
      put(this.notice, h("div", { class: "notice good" }, icon("undo"),
        h("div", { class: "words" }, "The edits were undone.")));
    });
  }

  async #run(work) {
    this.#isBusy = true;
    put(this.notice);
    for (const change of this.app.stage.changes) change.failure = undefined;
    this.#draw();
    try {
      await work();
    } catch (error) {
      this.#failed(error);
    }
    this.#isBusy = false;
    this.#draw();
  }

  #failed(error) {
    for (const { change, current } of error.answer?.conflicts ?? []) {
      const staged = this.app.stage.changes[change];
      if (staged) staged.conflict = { current };
    }
    const refused = this.app.stage.changes[error.answer?.change];
    if (refused) refused.failure = { message: error.message, remedy: error.remedy };
    put(this.notice, errorNotice(refused ? { message: "Nothing was written. One edit is refused.",
      remedy: "The reason stands beside it." } : error, () => put(this.notice)));
  }
}

/** "post: 1 deleted, comment: 214 deleted". */
export function effectWords(effects) {
  const parts = effects.flatMap((effect) => (effect.isComplete ? [["inserted", "new"],
    ["updated", "changed"], ["deleted", "deleted"]].filter(([member]) => effect[member] > 0)
    .map(([member, word]) => [name(effect.table), `: ${count(effect[member])} ${word}`])
    : [[name(effect.table), ": more rows than Studio counts"]]));
  if (parts.length === 0) return "No row changes.";
  return parts.map((part, index) => [index ? ", " : "", part]);
}

customElements.define("studio-edits", StudioEdits);
