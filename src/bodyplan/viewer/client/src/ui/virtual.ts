// A list in which only the visible rows exist, so that ten thousand rows are fast.

import { h } from "./dom";

const MORE = 6;

export class VirtualList<T> {
  readonly element: HTMLElement;
  private readonly space = h("div", { class: "space" });
  private items: readonly T[] = [];
  private readonly rows = new Map<number, HTMLElement>();

  constructor(
    private readonly rowHeight: number,
    private readonly make: (item: T, index: number) => HTMLElement,
    attributes: Record<string, string> = {},
  ) {
    this.element = h("div", { ...attributes, class: `virtual ${attributes["class"] ?? ""}` }, this.space);
    this.element.addEventListener("scroll", () => this.fill(), { passive: true });
    new ResizeObserver(() => this.fill()).observe(this.element);
  }

  show(items: readonly T[]): void {
    this.items = items;
    this.space.style.height = `${items.length * this.rowHeight}px`;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.fill();
  }

  /** The visible rows, with their items. */
  *visible(): Iterable<[T, HTMLElement]> {
    for (const [index, row] of this.rows) yield [this.items[index]!, row];
  }

  reveal(index: number): void {
    const { element, rowHeight } = this;
    const top = index * rowHeight;
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top - element.clientHeight / 2 + rowHeight / 2;
      this.fill();
    }
  }

  private fill(): void {
    const { element, rowHeight, items, rows } = this;
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - MORE);
    const last = Math.min(items.length, Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + MORE);
    for (const [index, row] of rows) {
      if (index >= first && index < last) continue;
      if (row.contains(document.activeElement)) continue;
      row.remove();
      rows.delete(index);
    }
    for (let index = first; index < last; index++) {
      if (rows.has(index)) continue;
      const row = this.make(items[index]!, index);
      row.style.top = `${index * rowHeight}px`;
      row.style.height = `${rowHeight}px`;
      rows.set(index, row);
      this.space.append(row);
    }
  }
}
