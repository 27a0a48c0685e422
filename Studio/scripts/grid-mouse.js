// The mouse in a grid: clicks on cells, headers and references, and the width of columns.

// The second click of a double click comes within this time.
const DOUBLE_MS = 300;

export class GridMouse {
  #grid;
  #following = 0;
  #wasResized = false;

  constructor(grid) {
    this.#grid = grid;
    grid.view.addEventListener("pointerdown", (event) => this.#pressed(event));
    grid.view.addEventListener("click", (event) => this.#clicked(event));
    grid.view.addEventListener("dblclick", (event) => this.#doubleClicked(event));
  }

  /** Follows no reference that was clicked before. */
  forget() {
    clearTimeout(this.#following);
  }

  #pressed(event) {
    if (!event.target.classList.contains("grid-grip")) return;
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

  #clicked(event) {
    const grid = this.#grid;
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

  #doubleClicked(event) {
    this.forget();
    const cell = event.target.closest(".grid-cell");
    if (cell?.column === undefined || cell.parentElement.row === undefined) return;
    this.#grid.select(cell.parentElement.row, cell.column);
    this.#grid.act("edit");
  }
}
