import { cx } from "@/components/ui/cx";
import shapes from "./shared-icons.svg";

/**
 * An icon that pages have in every row or in the menu. Its shape comes from one file that the browser keeps: written out, the icons
 * were a quarter of a page's frame.
 */
export const SharedIcon = ({ name, className }: { name: string; className?: string }) => (
  <svg className={cx("shared-icon", className)} aria-hidden="true">
    <use href={`${shapes.src}#${name}`} />
  </svg>
);
