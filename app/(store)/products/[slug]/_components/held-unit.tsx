"use client";

import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Countdown } from "@/components/store/countdown";

type HeldUnitProps = { until: string; onOver: () => void };

/** Somebody else is paying for the last one: it may be for sale again when their time is over. */
export function HeldUnit({ until, onOver }: HeldUnitProps) {
  const t = useTranslations("checkout.held");
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg bg-brass-soft px-4 py-3">
      <p className="flex min-w-0 items-start gap-2 text-sm">
        <Hourglass className="mt-0.5 size-4 shrink-0 text-brass" aria-hidden />
        {t("text")}
      </p>
      <Countdown until={until} label={t("again")} onOver={onOver} />
    </div>
  );
}
