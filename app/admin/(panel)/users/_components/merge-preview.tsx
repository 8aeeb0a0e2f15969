"use client";

import { ArrowDown } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Facts } from "@/components/admin/page-frame";
import { DateTime } from "@/components/ui/date-time";
import { formatMoney } from "@/components/ui/money";
import { parseMoney } from "@/lib/core/money";
import type { MergeSide, MergePreview as Preview } from "@/lib/orders/customers/schema";

function Side({ label, side }: { label: string; side: MergeSide }) {
  const t = useTranslations("admin-people.merge");
  return (
    <section className="min-w-0 rounded-md border border-line px-3 py-2.5">
      <h3 className="text-ink-muted text-xs">{label}</h3>
      <p className="break-words font-medium">{side.email}</p>
      {side.nickname ? <p className="break-words text-ink-muted">{side.nickname}</p> : null}
      <Facts
        className="mt-2"
        facts={[
          side.user_id !== null && { label: t("number"), value: side.user_id },
          { label: t("orders"), value: side.orders },
          side.since !== null && { label: t("opened"), value: <DateTime value={side.since} style="date" /> },
          side.user_id !== null && {
            label: t("lastLogin"),
            value: side.last_login_at ? <DateTime value={side.last_login_at} style="date" /> : t("never"),
          },
        ]}
      />
    </section>
  );
}

/** Shows whose account is closed, whose takes it over, and what goes from the one to the other. */
export function MergePreview({ from, into, moved, currency }: Preview) {
  const t = useTranslations("admin-people.merge");
  const locale = useLocale();
  const goes = [
    moved.orders > 0 && t("movedOrders", { count: moved.orders }),
    parseMoney(moved.balance) !== 0n && `${t("balance")} ${formatMoney(moved.balance, currency, locale)}`,
    moved.recharges > 0 && t("recharges", { count: moved.recharges }),
    moved.cart_lines > 0 && t("cart", { count: moved.cart_lines }),
    moved.has_note && t("note"),
    moved.tags.length > 0 && t("tags", { count: moved.tags.length, tags: moved.tags.join(", ") }),
  ].filter((line): line is string => line !== false);
  const list: ReactNode = goes.map((line) => (
    <li key={line} className="break-words">
      {line}
    </li>
  ));
  return (
    <div className="flex flex-col gap-2">
      <Side label={t(from.user_id === null ? "guestFrom" : "from")} side={from} />
      <div className="flex gap-3 px-3">
        <ArrowDown className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden />
        <div className="min-w-0">
          <h3 className="text-ink-muted text-xs">{t("goesOver")}</h3>
          {goes.length > 0 ? <ul>{list}</ul> : <p>{t("nothing")}</p>}
          {moved.waiting > 0 ? (
            <p className="text-ink-muted">{t("stays", { count: moved.waiting })}</p>
          ) : null}
        </div>
      </div>
      <Side label={t("to")} side={into} />
    </div>
  );
}
