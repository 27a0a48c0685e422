// The mouse in a grid: clicks on cells, headers and references, and the width of columns.

// The second click of a double click comes within this time.
const DOUBLE_MS = 300;

export class GridMouse {
  #grid;
  #following = 0;
  #wasResized = false;
  #clickTime = -Infinity;

  constructor(grid) {
    this.#grid = grid;
    grid.view.addEventListener("pointerdown", (event) => this.#pressed(event));
    grid.view.addEventListener("click", (event) => this.#clicked(event));
    grid.view.addEventListener("dblclick", (event) => this.#doubleClicked(event));
    grid.view.addEventListener("contextmenu", (event) => this.#menu(event));
  }

  /** Follows no reference that was clicked before. */
  forget() {
    clearTimeout(this.#following);
  }

  #pressed(event) {
    const { target } = event;
    if (!target.classList.contains("grid-grip")) {
      if (event.button === 0) {
        addEventListener("pointerup", (up) => this.#released(up, target), { once: true });
      }
      return;
    }
    event.preventDefault();
    const { view } = this.#grid;
    const { column } = event.target.parentElement;
    const start = event.clientX - this.#grid.columnWidth(column);
    const move = (moved) => this.#grid.resizeColumn(column, moved.clientX - start);
    view.setPointerCapture(event.pointerId);
    view.addEventListener("pointermove", move);
    view.addEventListener("pointerup", () => {
      view.removeEventListener("pointermove", move);
      this.#wasResized = true;
    }, { once: true });
  }

  /** A browser sends no click if the grid has drawn the cell again since the button went down. Then
   * the cell under the pointer gets the click, and the second one within the time of a double click
   * also that. */
  #released(event, pressed) {
    const { view } = this.#grid;
    if (pressed.isConnected) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (!view.contains(under) || !under.closest(".grid-cell")) return;
    const { clientX, clientY, shiftKey } = event;
    const isSecond = event.timeStamp - this.#clickTime < DOUBLE_MS;
    const click = { bubbles: true, clientX, clientY, shiftKey, detail: isSecond ? 2 : 1 };
    under.dispatchEvent(new MouseEvent("click", click));
    if (isSecond) under.dispatchEvent(new MouseEvent("dblclick", click));
  }

  #clicked(event) {
    const grid = this.#grid;
    this.#clickTime = event.timeStamp;
    if (this.#wasResized) {
      this.#wasResized = false;
      return undefined;
    }
    const cell = event.target.closest(".grid-cell");
    if (!cell || grid.selection.wasDragged()) return undefined;
    const row = cell.parentElement.row ?? -1;
    if (cell.column === undefined) return grid.selection.clickedSign(row, event.shiftKey);
    const extend = event.shiftKey && row >= 0;
    grid.select(row, cell.column, { extend });
    if (row === -1) grid.act("order", { column: grid.columns[cell.column], add: event.shiftKey });
    else if (!extend && event.target.closest(".value-reference")) this.#follow(event.detail > 1);
    return undefined;
  }

  /** In rows that can be edited, a click follows a reference only if no second one edits it. */
  #follow(isSecond) {
    const grid = this.#grid;
    this.forget();
    if (!grid.isEditable) return grid.act("follow");
    if (isSecond) return undefined;
    const place = { row: grid.currentRow, column: grid.currentColumn };
    this.#following = setTimeout(() => grid.act("follow", place), DOUBLE_MS);
    return undefined;
  }

  #menu(event) {
    const grid = this.#grid;
    const cell = event.target.closest(".grid-cell");
    if (cell?.column === undefined) return;
    event.preventDefault();
    this.forget();
    const row = cell.parentElement.row ?? -1;
    if (!grid.selection.has(row, cell.column)) grid.select(row, cell.column);
    grid.act("menu", { x: event.clientX, y: event.clientY });
  }

  /** The menu of the current cell or header, for the keyboard. */
  openMenu() {
    const place = this.#grid.currentPlace();
    const { left, top } = this.#grid.getBoundingClientRect();
    if (place) this.#grid.act("menu", { x: left + place.left + 24, y: top + place.top + 28 });
  }

  #doubleClicked(event) {
    this.forget();
    const cell = event.target.closest(".grid-cell");
    if (cell?.column === undefined || cell.parentElement.row === undefined) return;
    this.#grid.select(cell.parentElement.row, cell.column);
    this.#grid.act("edit");
  }
}
