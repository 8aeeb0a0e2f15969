"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { formatMoney, parseMoney } from "@/lib/core/money";
import type { FormValues } from "./field-spec";

const centsOf = (text: string) => parseMoney(text) ?? 0n;

/** Whether a sum is above what the reader may move alone (`left`; null is any); without a sum, whether every sum is. */
export const isAskedFor = (left: string | null, sum: string | null): boolean =>
  left !== null && (sum === null ? centsOf(left) <= 0n : centsOf(sum) > centsOf(left));

/** The sum that a form is about to move: of a batch what one is worth, times their number. Null while nobody has typed it. */
export function sumOfForm(values: FormValues, fixed: Record<string, unknown> = {}): string | null {
  const cents = parseMoney(String(values.amount ?? fixed.amount ?? "").trim());
  const count = /^\d{1,9}$/.exec(String(values.quantity ?? "1").trim());
  return cents === undefined || !count ? null : formatMoney(cents * BigInt(count[0]));
}

/** The greatest sum that the reader may move alone; null is any. */
const LimitContext = createContext<string | null>(null);

export function MoneyLimit({ left, children }: { left: string | null; children: ReactNode }) {
  return <LimitContext value={left}>{children}</LimitContext>;
}

/** Whether a sum has to be asked for; without a sum, whether any has to. */
export function useIsAsked(): (sum: string | null) => boolean {
  const left = useContext(LimitContext);
  return (sum) => isAskedFor(left, sum);
}

export const useMoneyLeft = () => useContext(LimitContext);

/** The name of an act that moves money: a request where the reader may not do it alone. */
export function MoneyAct({ act, sum = null }: { act: string; sum?: string | null }) {
  const t = useTranslations("admin.form");
  return useIsAsked()(sum) ? t("askFor", { act }) : act;
}
