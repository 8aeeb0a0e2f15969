import type { ReactNode } from "react";
import { cx } from "./cx";

/** Lets the keyboard scroll where nothing inside takes the focus. */
const reachable = { tabIndex: 0 } as const;

type ScrollAreaProps = { label: string; className?: string; children: ReactNode };

/** A part of a page that scrolls by itself. */
export const ScrollArea = ({ label, className, children }: ScrollAreaProps) => (
  <section aria-label={label} className={cx("overflow-auto", className)} {...reachable}>
    {children}
  </section>
);
