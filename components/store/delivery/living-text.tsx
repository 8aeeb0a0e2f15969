"use client";

import { RefreshCw, TimerOff } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { OrderDetail } from "@/lib/orders/schema";
import { TextGoods } from "./text-goods";

type Living = NonNullable<OrderDetail["items"][number]["fulfillment"]["living"]>;

/** A text that the shop keeps up to date: what it says now, since when, and until when this buyer may read it. */
export function LivingText({ living }: { living: Living }) {
  const t = useTranslations("order.living");
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  const { state, text, updated_at: updatedAt, ends_at: endsAt } = living;
  if (state !== "current")
    return (
      <p
        role="status"
        className="mb-4 flex items-center gap-2.5 rounded-lg border border-line bg-surface p-4 text-ink-muted"
      >
        <TimerOff className="size-5 shrink-0" aria-hidden />
        <span className="min-w-0 break-words">
          {state === "ended" && endsAt ? t("ended", { date: day(endsAt) }) : t("suspended")}
        </span>
      </p>
    );
  return (
    <div className="mb-4">
      <ul>
        <TextGoods text={text} />
      </ul>
      <p className="mt-2 flex items-start gap-2 text-ink-muted text-sm">
        <RefreshCw className="mt-0.5 size-4 shrink-0 text-brass" aria-hidden />
        <span className="min-w-0">
          {t("updated", { date: day(updatedAt) })} {endsAt ? t("until", { date: day(endsAt) }) : t("noEnd")}
        </span>
      </p>
    </div>
  );
}
