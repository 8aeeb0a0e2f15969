import { cx } from "./cx";

/** Lets a keyboard scroll code and tables that are wider than the screen. Sanitised HTML gives neither an attribute. */
const reachable = (html: string): string => html.replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');

/** Shows HTML that an operator wrote and that was sanitised when it was saved, or our own guide; nothing else may come in here. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={cx("prose", className)} dangerouslySetInnerHTML={{ __html: reachable(html) }} />;
}
