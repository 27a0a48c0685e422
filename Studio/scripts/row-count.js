// The number of rows that match a request. The server counts them in the background.

// Most numbers are known soon. After a commit, the server counts again only some time after the
// last request, and it gives up a number for which nobody asks for 2 s.
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

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
      this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
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
