// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/row-count.js instead.

let pageRowCountScript = StudioAsset(
  path: "/scripts/row-count.js",
  content: #"""
// The number of rows that match a request. The server counts them in the background.

// The server counts again after a commit, but only some time after the last request.
const FIRST_PAUSE_MS = 100;
const PAUSE_MS = 500;

export class RowCount {
  #ask;
  #changed;
  #timer = 0;
  #pause = FIRST_PAUSE_MS;
  #isGivenUp = false;
  #isStopped = false;

  /** What the server has said last: { value, isExact }, or null. */
  known = null;

  /** `ask` requests the number, and `changed` is called after each answer. */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
  }

  get isExact() {
    return this.known?.isExact === true;
  }

  /** Whether the server will still say an exact number. */
  get isExpected() {
    return !this.isExact && !this.#isGivenUp;
  }

  /** Asks until the server has counted the rows. */
  expect() {
    if (!this.isExpected || this.#timer || this.#isStopped) return;
    this.#timer = setTimeout(async () => {
      const answer = await this.#ask().catch(() => ({}));
      this.#timer = 0;
      if (this.#isStopped) return;
      this.#pause = PAUSE_MS;
      this.#isGivenUp = answer.isCounting === false && answer.count?.isExact !== true;
      if (answer.count) this.known = answer.count;
      this.#changed();
    }, this.#pause);
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}

"""#
)
