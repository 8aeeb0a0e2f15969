"use client";

import { ChevronDown, Gift } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { SentGift } from "@/lib/orders/gifts/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { useRead } from "../use-read";
import { MailActs } from "./mail-acts";

type GiftPanelProps = {
  order: OrderDetail;
  /** As the server read it for the first drawing of the page. */
  first: SentGift | null;
  base: string;
  token: string | null;
  /** The goods, which are shown when their buyer asks for them. */
  children?: ReactNode;
};

const isBad = (state: SentGift["state"]) => state === "refused" || state === "failed" || state === "delayed";

/** Which sentence tells how far the gift has come. */
function textOf({ status, fulfillment_status: goods, gift: given }: OrderDetail, sent: SentGift | undefined) {
  if (["canceled", "expired", "refunded"].includes(status) || goods === "revoked") return "over";
  if (goods !== "ready") return "waits";
  if (sent?.opened_at ?? given?.opened_at) return "opened";
  return sent?.state ?? "none";
}

/** Recipient of the order, and how far the gift has come. */
export function GiftPanel({ order, first, base, token, children }: GiftPanelProps) {
  const t = useTranslations("order.gift");
  const format = useFormatter();
  const { data } = useRead<SentGift>(`${base}/gift`, {
    token,
    first,
    everyMs: (gift) => (gift?.state === "none" || gift?.state === "waiting" ? 3_000 : 30_000),
  });
  const gift = data ?? order.gift;
  if (!gift) return null;
  const { email, message, from_name: name } = gift;
  const text = textOf(order, data);
  const openedAt = gift.opened_at;

  const Heading = children ? "h1" : "h2";
  return (
    <section aria-labelledby="gift" className="flex flex-col gap-4">
      <div className="rounded-xl border border-brass-line bg-brass-soft p-4 sm:p-5">
        <Heading
          id="gift"
          className={cx("flex min-w-0 items-start gap-2.5", children ? "text-2xl" : "text-lg")}
        >
          <Gift className={cx("mt-1 shrink-0 text-brass", children ? "size-6" : "size-5")} aria-hidden />
          <span className="min-w-0 break-words">{t("title", { email })}</span>
        </Heading>
        <p
          role="status"
          className={cx(
            "mt-2 break-words text-sm",
            isBad(data?.state ?? "none") ? "text-warn" : "text-ink-muted",
          )}
        >
          {text === "opened" && openedAt
            ? t("opened", { email, date: format.dateTime(new Date(openedAt), { dateStyle: "medium" }) })
            : t(text === "opened" ? "sent" : text, { email })}
        </p>
        {message || name ? (
          <figure className="mt-3 border-brass-line border-s-2 ps-3 text-sm">
            {message ? (
              <blockquote className="whitespace-pre-wrap break-words" dir="auto">
                {message}
              </blockquote>
            ) : null}
            {name ? (
              <figcaption className="mt-1 break-words text-ink-muted">{t("from", { name })}</figcaption>
            ) : null}
          </figure>
        ) : null}
        {data && order.payment_status !== "unpaid" ? (
          <div className="print:hidden">
            <MailActs
              canResend={data.can_resend}
              canChange={data.can_change_email}
              base={base}
              part="gift"
              token={token}
            />
          </div>
        ) : null}
      </div>
      {children ? (
        <details className="group rounded-xl border border-line bg-surface">
          <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 py-3 font-medium sm:px-5 [&::-webkit-details-marker]:hidden">
            {t("show")}
            <ChevronDown
              className="size-5 shrink-0 text-ink-muted transition-transform group-open:rotate-180"
              aria-hidden
            />
          </summary>
          <div className="flex flex-col gap-4 px-4 pb-5 sm:px-5">
            <p className="text-ink-muted text-sm">{t("showHint")}</p>
            {children}
          </div>
        </details>
      ) : null}
    </section>
  );
}
