import { cx } from "./cx";

/** Shows HTML that an operator wrote and that was sanitised when it was saved, or our own guide; nothing else may come in here. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={cx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
