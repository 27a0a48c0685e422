// Keeps the staged edits for a reload of the tab, in the storage that also has its session. Each
// tab has its own, and the browser forgets it with the tab.

import { byName } from "./values.js";

const EDITS_STORED = "studio-edits";

/** Stores the edits and batches. Returns whether the browser has room for them. */
export function keepEdits(edits) {
  try {
    sessionStorage.setItem(EDITS_STORED, JSON.stringify(edits));
    return true;
  } catch {
    // An older state would be worse than none.
    forgetEdits();
    return false;
  }
}

export function forgetEdits() {
  sessionStorage.removeItem(EDITS_STORED);
}

/** The edits before the reload. The numbers of batches are those of one run of the server. */
export function keptEdits(token) {
  try {
    const { token: before, file, changes, batches } = JSON.parse(
      sessionStorage.getItem(EDITS_STORED) ?? "null") ?? { changes: [], batches: [], file: null };
    return { file, changes: changes.map((change) => ({ ...change, old: byName(change.old),
      seen: byName(change.seen), new: byName(change.new), below: byName(change.below) })),
    batches: (before === token ? batches : []).map((batch) => ({ ...batch,
      time: new Date(batch.time) })) };
  } catch {
    forgetEdits();
    return { file: null, changes: [], batches: [] };
  }
}
