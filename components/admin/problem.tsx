import { useLocale } from "next-intl";
import { sayProblem } from "@/messages/problems";

/** Says in the reader's language a fault that the server noted; cut short, it can be read whole on it. */
export function Problem({ text, className }: { text: string; className?: string }) {
  const said = sayProblem(text, useLocale());
  return (
    <span className={className} title={said}>
      {said}
    </span>
  );
}
