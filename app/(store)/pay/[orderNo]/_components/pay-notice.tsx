"use client";

import { CircleAlert, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PayState } from "@/components/store/order/pay-state";
import { RequestId } from "@/components/store/request-id";

type PayNoticeProps = {
  state: PayState;
  channel: string;
  /** The part of the order that was taken from the balance, as text; null without one. */
  held: string | null;
  /** Request id of this page's try that found no gateway. */
  requestId: string | null;
};

/** Says the event, its meaning and the next step: one sentence for each state that is not plain by itself. */
export function PayNotice({ state, channel, held, requestId }: PayNoticeProps) {
  const t = useTranslations("order.pay.notice");
  if (state === "failed" || state === "unreachable") {
    return (
      <div
        role="alert"
        className="mt-5 flex items-start gap-3 rounded-lg bg-danger-soft px-4 py-3 text-danger text-sm"
      >
        <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
        <div>
          <p className="font-medium text-base">{t(`${state}Title`, { channel })}</p>
          <p className="mt-0.5">
            {state === "failed" && held ? t("failedWithBalance", { amount: held }) : t(`${state}Text`)}
          </p>
          {state === "unreachable" && requestId ? <RequestId id={requestId} /> : null}
        </div>
      </div>
    );
  }
  if (state === "left")
    return (
      <p role="status" className="mt-5 rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
        {held ? t("leftWithBalance", { amount: held }) : t("left")}
      </p>
    );
  if (state !== "waiting" && state !== "returned" && state !== "elsewhere") return null;
  return (
    <p
      role="status"
      className="mt-5 flex items-start gap-2.5 rounded-lg bg-sunken px-4 py-3 text-ink-muted text-sm"
    >
      <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin" aria-hidden />
      <span>{t(state, { channel })}</span>
    </p>
  );
}
