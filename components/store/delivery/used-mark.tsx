"use client";

import { Check, Circle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

type UsedMarkProps = { number: number; isUsed: boolean; onToggle: () => void };

/** Ticks a unit off, for a buyer of many who hands them on one by one. */
export function UsedMark({ number, isUsed, onToggle }: UsedMarkProps) {
  const t = useTranslations("order");
  const Icon = isUsed ? Check : Circle;
  return (
    <Button
      variant="ghost"
      size="icon"
      className="print:hidden"
      aria-pressed={isUsed}
      aria-label={t("markUsed", { number })}
      title={t("markUsed", { number })}
      onClick={onToggle}
    >
      <Icon aria-hidden />
    </Button>
  );
}
