"use client";

import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ActButton } from "@/components/admin/form/act-button";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { MailHealth } from "@/lib/notifications/schema";
import { sayTold, type Told } from "@/messages/say-to-staff";

type Tested = { sent: boolean; problem_rule: Told | null };

/** Whether mails leave the shop, with what to do about it. */
export function MailState({
  health,
  mayWrite,
  maySet,
}: {
  health: MailHealth;
  mayWrite: boolean;
  /** The reader may open the page where the server is named. */
  maySet?: boolean;
}) {
  const t = useTranslations("admin-system.mails");
  const locale = useLocale();
  const [tested, setTested] = useState<Tested | null>(null);
  const router = useRouter();
  const { submit, pending, formError } = useWrite<Tested>({ path: "/admin/mails/test" }, (answer) => {
    setTested(answer);
    router.refresh();
  });
  const since = health.refusing_since;
  const problem = formError() ?? (tested?.problem_rule ? sayTold(tested.problem_rule, locale) : null);
  return (
    <section
      className={cx(
        "mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border px-4 py-3 text-sm",
        since ? "border-danger/40 bg-danger-soft" : "border-line bg-surface",
      )}
      aria-live="polite"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5 font-medium">
          {health.state === "none" ? (
            t("state.none")
          ) : health.state === "untried" ? (
            <>
              <CircleHelp className="size-4 shrink-0 text-ink-faint" aria-hidden />
              {t("state.untried")}
            </>
          ) : since ? (
            <>
              <CircleX className="size-4 shrink-0 text-danger" aria-hidden />
              {t("state.refuses")} <DateTime value={since} />
            </>
          ) : (
            <>
              <CircleCheck className="size-4 shrink-0 text-ok" aria-hidden />
              {t("state.takes")} {health.tried_at ? <DateTime value={health.tried_at} style="ago" /> : null}
            </>
          )}
        </p>
        <p className="break-words text-ink-muted text-xs">
          {since && health.last_error_rule ? `${sayTold(health.last_error_rule, locale)} · ` : ""}
          {t("state.counts", { waiting: health.waiting, failed: health.failed })}
        </p>
        {problem ? <span className="block break-words text-danger text-xs">{problem}</span> : null}
        {tested?.sent && !problem ? <p className="text-ok text-xs">{t("state.tested")}</p> : null}
      </div>
      {maySet && !health.has_server ? (
        <Link href="/admin/mails/server" className={buttonClass("secondary", "sm")}>
          {t("state.setUp")}
        </Link>
      ) : null}
      {mayWrite && health.has_server ? (
        <span className="flex flex-wrap gap-2">
          {health.failed > 0 ? (
            <ActButton write={{ path: "/admin/mails/resend-failed", success: t("resent") }}>
              {t("state.resendAll", { count: health.failed })}
            </ActButton>
          ) : null}
          <Button variant="secondary" size="sm" loading={pending} onClick={() => submit()}>
            {t("state.test")}
          </Button>
        </span>
      ) : null}
    </section>
  );
}
