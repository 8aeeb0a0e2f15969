import { useLocale } from "next-intl";
import { sayTold, type Told } from "@/messages/say-to-staff";

/** Says in the reader's language a problem that the server noted; cut short, it can be read whole on it. */
export function Problem({ told, className }: { told: Told | null; className?: string }) {
  const locale = useLocale();
  if (!told) return null;
  const said = sayTold(told, locale);
  return (
    <span className={className} title={said}>
      {said}
    </span>
  );
}
