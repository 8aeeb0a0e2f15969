"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { isAskedFor } from "./asked";

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
