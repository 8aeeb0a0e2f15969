"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { OrderMailOut } from "@/lib/checkout/schema";
import { MailActs } from "./mail-acts";

const bad: ReadonlySet<OrderMailOut["state"]> = new Set(["delayed", "refused", "failed"]);

type MailNoteProps = { mail: OrderMailOut; base: string; token: string | null; children: ReactNode };

/** How the mail stands, and what can be done about it. */
export function MailNote({ mail, base, token, children }: MailNoteProps) {
  const t = useTranslations("order.mail");
  return (
    <section
      aria-label={t("title")}
      className={cx(
        "rounded-lg border px-4 py-3 text-sm print:hidden",
        bad.has(mail.state)
          ? "border-transparent bg-warn-soft text-warn"
          : "border-line bg-surface text-ink-muted",
      )}
    >
      <p role="status" className="flex items-start gap-3">
        {children}
      </p>
      <div className="ms-7.5">
        <MailActs
          canResend={mail.can_resend}
          canChange={mail.can_resend && mail.can_change_email}
          base={base}
          part="mail"
          token={token}
        />
      </div>
    </section>
  );
}
