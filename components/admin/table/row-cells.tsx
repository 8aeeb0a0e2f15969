"use client";

import type { ReactNode } from "react";

/** Shows the goods and their quantity. */
export const UnitsOf = ({ title, quantity }: { title: string; quantity: number }) => (
  <span className="units">
    <span title={title}>{title}</span>
    <span>{`× ${quantity}`}</span>
  </span>
);

/** A text that gives way, and a note below it. */
export const NotedText = ({ text, note }: { text: string; note: ReactNode }) => (
  <>
    <span className="block truncate" title={text}>
      {text}
    </span>
    <span className="cell-note">{note}</span>
  </>
);
