import { useTranslations } from "next-intl";
import { pingEvent } from "@/lib/interconnect/agent/schema";
import { callbackEventName, callbackEvents } from "@/lib/interconnect/main/schema";

/** Names an event of a main site; one that this shop does not know stays as it came. */
export function EventName({ event }: { event: string | null }) {
  const t = useTranslations("admin-trade.callbacks");
  const ping = useTranslations("admin-trade.received.results");
  if (event === null) return <>—</>;
  if (event === pingEvent) return <>{ping("ping")}</>;
  const known = callbackEvents.find((one) => one === event);
  if (known) return <span className="font-medium">{t(`events.${callbackEventName(known)}`)}</span>;
  return <code className="font-mono text-xs">{event}</code>;
}
