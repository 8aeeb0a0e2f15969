"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { later } from "@/components/ui/later";
import { useChoice } from "./choice";
import { OptionPicker } from "./option-picker";

const HeldUnit = later(() => import("./held-unit").then((module) => module.HeldUnit));

/** In place of the purchase, which nobody can make now. The mail that tells when it is back is asked for below. */
export function SoldOutPanel({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  const t = useTranslations("checkout");
  const { sku, reload } = useChoice();
  return (
    <section aria-label={t("soldOut")} className="flex flex-col gap-4">
      <OptionPicker onChoose={onChoose} />
      {children}
      {sku?.held_until ? (
        <HeldUnit key={sku.held_until} until={sku.held_until} onOver={() => void reload()} />
      ) : (
        <p className="rounded-lg bg-sunken px-4 py-3 font-medium text-sm">{t("soldOutText")}</p>
      )}
    </section>
  );
}
