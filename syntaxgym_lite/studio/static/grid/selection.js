/** Which cells are chosen: one that is typed into, and a block of which it is a corner. Rows and columns count from 0. */

/** Event "change": with whether the active cell is another one, and which cell should be in sight. */
export class Selection extends EventTarget {
  active = { row: 0, col: 0 };
  end = { row: 0, col: 0 }; // the corner across
  #size = { rows: 0, cols: 0 };

  get rows() {
    return this.#size.rows;
  }

  get cols() {
    return this.#size.cols;
  }

  /** Say how many rows and columns there are; what is chosen stays within them. */
  resize(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    this.#size = { rows, cols };
    this.#to(this.active, this.end, null, true);
  }

  /** The chosen block. */
  get block() {
    const [a, b] = [this.active, this.end];
    const [row, col] = [Math.min(a.row, b.row), Math.min(a.col, b.col)];
    return { row, col, height: Math.abs(a.row - b.row) + 1, width: Math.abs(a.col - b.col) + 1 };
  }

  get isOne() {
    return this.active.row === this.end.row && this.active.col === this.end.col;
  }

  has(row, col) {
    const block = this.block;
    return row >= block.row && row < block.row + block.height && col >= block.col && col < block.col + block.width;
  }

  /** Choose one cell. */
  go(row, col) {
    this.#to({ row, col }, { row, col }, "active");
  }

  /** Choose a block; the active cell is its first corner. */
  choose(row, col, height, width) {
    this.#to({ row, col }, { row: row + height - 1, col: col + width - 1 }, "active");
  }

  /** Move the corner across to a cell. */
  reach(row, col) {
    this.#to(this.active, { row, col }, "end");
  }

  /** Move by rows and columns; with `further`, the corner across alone. */
  move(down, right, further = false) {
    if (further) this.reach(this.end.row + down, this.end.col + right);
    else this.go(this.active.row + down, this.active.col + right);
  }

  /** The next cell along the row, and then of the next row; back with -1. Says whether there is one. */
  step(by) {
    const at = this.active.row * this.cols + this.active.col + by;
    if (at < 0 || at >= this.rows * this.cols) return false;
    this.go(Math.floor(at / this.cols), at % this.cols);
    return true;
  }

  #to(active, end, see, always = false) {
    const [next, across] = [this.#within(active), this.#within(end)];
    const moved = next.row !== this.active.row || next.col !== this.active.col;
    const reached = across.row !== this.end.row || across.col !== this.end.col;
    this.active = next;
    this.end = across;
    if (moved || reached || always) this.dispatchEvent(new CustomEvent("change", { detail: { moved, see: see && this[see] } }));
  }

  #within({ row, col }) {
    const clamp = (value, count) => Math.max(0, Math.min(value, count - 1));
    return { row: clamp(row, this.rows), col: clamp(col, this.cols) };
  }
}
