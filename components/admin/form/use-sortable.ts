"use client";

import { type DragEvent, type KeyboardEvent, useState } from "react";

/** A copy with one item moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const copy = [...items];
  const [item] = copy.splice(from, 1);
  if (item !== undefined) copy.splice(to, 0, item);
  return copy;
}

/** A list that is put in order by dragging a row, or with the arrow keys on its handle. */
export function useSortable<T>(items: readonly T[], onChange: (items: T[]) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    if (to >= 0 && to < items.length && from !== to) onChange(moved(items, from, to));
  };
  return {
    row: (index: number) => ({
      draggable: true,
      "data-over": over === index && dragged !== index,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        setDragged(index);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null) move(dragged, index);
        setDragged(null);
        setOver(null);
      },
      onDragEnd: () => {
        setDragged(null);
        setOver(null);
      },
    }),
    handle: (index: number) => ({
      onKeyDown: (event: KeyboardEvent) => {
        const step =
          event.key === "ArrowUp" || event.key === "ArrowLeft"
            ? -1
            : event.key === "ArrowDown" || event.key === "ArrowRight"
              ? 1
              : 0;
        if (step === 0) return;
        event.preventDefault();
        move(index, index + step);
      },
    }),
  };
}
