"use client";

import { Hourglass, type LucideIcon, MailCheck, MailWarning, MailX, Save } from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import type { OrderMailOut } from "@/lib/checkout/schema";
import { MailActs } from "./mail-acts";

const icons: Record<OrderMailOut["state"], LucideIcon> = {
  none: Hourglass,
  waiting: Hourglass,
  delayed: MailWarning,
  sent: MailCheck,
  refused: MailX,
  failed: MailX,
  off: Save,
};

/** Mails with what was bought in them; the others tell how the order stands. */
const withGoods = new Set(["order_delivered", "order_secret_changed", "order_new_version"]);

const textOf = ({ state, kind }: OrderMailOut, isGift: boolean) => {
  if (state !== "sent" && state !== "waiting") return state;
  return !isGift && kind !== null && withGoods.has(kind) ? state : (`${state}Notice` as const);
};

type MailNoteProps = {
  mail: OrderMailOut;
  hasKeys: boolean;
  /** Mails to the buyer of a gift leave the goods out. */
  isGift: boolean;
  onResend: (email?: string) => Promise<void>;
};

/** The truth about the mail, and what can be done about it. */
export function MailNote({ mail, hasKeys, isGift, onResend }: MailNoteProps) {
  const t = useTranslations("order.mail");
  const text = textOf(mail, isGift);
  if (text === "none" || (mail.state === "off" && !hasKeys)) return null;
  const Icon = icons[mail.state];
  const isBad = mail.state === "refused" || mail.state === "failed" || mail.state === "delayed";
  return (
    <section
      aria-label={t("title")}
      className={cx(
        "flex items-start gap-3 rounded-lg border px-4 py-3 text-sm print:hidden",
        isBad ? "border-transparent bg-warn-soft text-warn" : "border-line bg-surface text-ink-muted",
      )}
    >
      <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        <p role="status" className="break-words">
          {t(text, { email: mail.email ?? "" })}
        </p>
        <MailActs
          canResend={mail.can_resend}
          canChange={mail.can_resend && mail.can_change_email}
          onResend={onResend}
        />
      </div>
    </section>
  );
}
