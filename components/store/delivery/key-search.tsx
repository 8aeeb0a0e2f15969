"use client";

import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/input";

type KeySearchProps = { total: number; value: string; onChange: (typed: string) => void };

/** Searches many units of one item. */
export function KeySearch({ total, value, onChange }: KeySearchProps) {
  const t = useTranslations("order");
  return (
    <Input
      type="search"
      value={value}
      aria-label={t("searchKeys", { total })}
      placeholder={t("searchKeys", { total })}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
