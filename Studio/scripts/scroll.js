// The vertical position of a grid with more rows than a browser can make an element tall.
//
// The element that scrolls has at most `LIMIT` pixels. Where the rows need more, a small step of
// the scroll bar moves the rows by the same number of pixels, and a large step jumps to the same
// fraction of all rows. When scrolling ends, the scroll bar moves to the exact fraction.

const LIMIT = 4_000_000;

export class ScrollPosition {
  #top = 0;
  #native = 0;
  #rows = 0;
  #rowHeight;
  #viewHeight = 0;

  constructor(rowHeight) {
    this.#rowHeight = rowHeight;
  }

  /** The distance of the upper edge from the first row, in pixels of all rows. */
  get top() {
    return this.#top;
  }

  /** The position of the scroll bar, as far as this object knows it. */
  get native() {
    return this.#native;
  }

  get contentHeight() {
    return this.#rows * this.#rowHeight;
  }

  /** The height that the element with the rows gets. */
  get elementHeight() {
    return Math.min(this.contentHeight, LIMIT);
  }

  get first() {
    return Math.floor(this.#top / this.#rowHeight);
  }

  get last() {
    return Math.min(this.#rows, Math.ceil((this.#top + this.#viewHeight) / this.#rowHeight)) - 1;
  }

  get isCompressed() {
    return this.contentHeight > LIMIT;
  }

  #limit() {
    this.#top = Math.max(0, Math.min(this.#top, this.contentHeight - this.#viewHeight));
  }

  resize(rows, viewHeight) {
    this.#rows = rows;
    this.#viewHeight = viewHeight;
    this.#limit();
  }

  /** The user moved the scroll bar to `native`. Returns whether the position jumped. */
  scrolled(native) {
    const step = native - this.#native;
    this.#native = native;
    if (!this.isCompressed) {
      this.#top = native;
    } else if (Math.abs(step) < this.#viewHeight * 2) {
      this.#top += step;
    } else {
      const room = this.elementHeight - this.#viewHeight;
      this.#top = room <= 0 ? 0 : (native / room) * (this.contentHeight - this.#viewHeight);
    }
    this.#limit();
    return Math.abs(step) >= this.#viewHeight * 2;
  }

  /** Moves the rows. Returns the position that the scroll bar then gets. */
  move(top) {
    this.#top = top;
    this.#limit();
    return this.settle();
  }

  /** Returns the position of the scroll bar for the current rows. */
  settle() {
    if (this.isCompressed) {
      const room = this.contentHeight - this.#viewHeight;
      this.#native = room <= 0 ? 0
        : Math.round((this.#top / room) * (this.elementHeight - this.#viewHeight));
    } else {
      this.#native = this.#top;
    }
    return this.#native;
  }

  /** The scroll position at which the row is visible, or null where it is visible already. */
  reveal(index) {
    const top = index * this.#rowHeight;
    if (top < this.#top) return top;
    if (top + this.#rowHeight > this.#top + this.#viewHeight) {
      return top + this.#rowHeight - this.#viewHeight;
    }
    return null;
  }
}
