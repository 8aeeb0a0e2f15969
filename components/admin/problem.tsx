import { useLocale } from "next-intl";
import { sayProblem } from "@/messages/problems";

/** What the server noted of something that went wrong, in the reader's language; cut short, it can be read whole on it. */
export function Problem({ text, className }: { text: string; className?: string }) {
  const said = sayProblem(text, useLocale());
  return (
    <span className={className} title={said}>
      {said}
    </span>
  );
}
