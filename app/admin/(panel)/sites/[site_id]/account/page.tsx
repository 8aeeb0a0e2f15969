import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { furtherTitle } from "@/app/admin/_frame/detail-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { Panel, Stat } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { Button, buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { formatMoney, Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { now } from "@/lib/core/clock";
import { dayIn, startOfDay } from "@/lib/core/days";
import { idText } from "@/lib/core/wire";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSite } from "@/lib/interconnect/main/admin-queries";
import { getAccount } from "@/lib/interconnect/main/statements/read-account";
import { accountQuery, mismatchQuery } from "@/lib/interconnect/main/statements/schema";
import { getSettings } from "@/lib/settings/queries";
import { findOr404, idOr404 } from "../../../find-or-404";
import { SiteHead } from "../site-head";
import { CompareBooks } from "./_components/compare-books";
import { MismatchTable } from "./_components/mismatch-table";
import { StatementTable } from "./_components/statement-table";

type Props = { params: Promise<{ site_id: string }>; searchParams: SearchParams };

const query = accountQuery.extend({
  state: mismatchQuery.shape.state,
  mismatch_page: idText.default(1),
});

/** Read once for the tab and the page. */
const readSite = cache(getSite);

export const generateMetadata = furtherTitle({
  permission: "interconnect:read",
  title: async () => (await getTranslations("admin-trade.account"))("title"),
  name: async (id) => (await readSite(id)).name,
});

/** The first moment of this month, in the shop's days. */
async function startOfMonth(): Promise<string> {
  const { timeZone } = await getSettings();
  return startOfDay(`${dayIn(now(), timeZone).slice(0, 7)}-01`, timeZone).toISOString();
}

export default async function AccountPage({ params, searchParams }: Props) {
  const id = idOr404((await params).site_id);
  const path = `/admin/sites/${id}/account`;
  const actor = await requirePageAdmin(path, "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const site = await findOr404(() => readSite(id));
  const list = await readListQuery(query, path, searchParams);
  const { state, mismatch_page, to: chosen, ...page } = list.query;
  const at = now();
  const to = chosen && chosen < at ? chosen : undefined;
  const [account, month, t, locale, format] = await Promise.all([
    getAccount(id, { ...page, to }),
    startOfMonth(),
    getTranslations("admin-trade.account"),
    getLocale(),
    getFormatter(),
  ]);
  const { currency, period } = account;
  const isClosable = period.from < period.to;
  const amount = formatMoney(period.amount, currency, locale);
  const end = format.dateTime(new Date(period.to), { dateStyle: "medium", timeStyle: "short" });
  const ends = [
    { label: t("endNow"), href: list.href({ to: null }), isCurrent: to === undefined },
    // Closed already, it is no choice.
    ...(month > period.from
      ? [{ label: t("endMonth"), href: list.href({ to: month }), isCurrent: to?.toISOString() === month }]
      : []),
  ];
  return (
    <ClientMessages areas={["admin-trade.account"]}>
      <SiteHead site={site} current="account" mayWrite={mayWrite} />
      <nav aria-label={t("endLabel")} className="mb-4 flex flex-wrap items-center gap-2">
        {ends.map(({ label, href, isCurrent }) => (
          <Link
            key={label}
            href={href}
            aria-current={isCurrent ? "true" : undefined}
            className={buttonClass(isCurrent ? "primary" : "secondary", "sm")}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat
          label={t("open")}
          value={<Money value={period.amount} currency={currency} />}
          note={t("openNote", { orders: period.orders, refunds: period.refunds })}
        />
        <Stat label={t("refunded")} value={<Money value={period.refunded} currency={currency} />} />
        <Stat
          label={t("due")}
          value={<Money value={account.due} currency={currency} />}
          note={account.due.startsWith("-") ? t("dueOwn") : undefined}
        />
        <Stat
          label={t("deposit")}
          value={<Money value={account.deposit} currency={currency} />}
          href={`/admin/sites/${id}/deposit`}
          {...(site.is_deposit_low && site.deposit_alert
            ? {
                tone: "warn" as const,
                note: t("depositLow", { limit: formatMoney(site.deposit_alert, currency, locale) }),
              }
            : {})}
        />
      </div>
      <Panel title={t("compare")} description={t("compareText")}>
        <p className="mb-3 text-ink-muted text-sm">
          {account.last_comparison
            ? t.rich("lastCompared", {
                at: () => <DateTime value={account.last_comparison?.created_at ?? ""} />,
                matched: account.last_comparison.matched,
                rows: account.last_comparison.rows,
              })
            : t("neverCompared")}{" "}
          {account.total > 0
            ? t.rich("closedUntil", { at: () => <DateTime value={period.from} style="exact" /> })
            : null}
        </p>
        {mayWrite ? (
          <div className="flex flex-wrap items-start gap-2">
            <CompareBooks siteId={id} to={period.to} />
            {isClosable && account.open_mismatches === 0 ? (
              <ConfirmAction
                trigger={<Button size="sm">{t("close")}</Button>}
                title={t("closeTitle", { to: end })}
                description={t("closeText", { amount })}
                confirmLabel={t("close")}
                path={`/admin/interconnect/sites/${id}/statements`}
                body={{ to: period.to, amount: period.amount }}
                success={t("closed")}
                tone="primary"
              />
            ) : null}
            {account.open_mismatches > 0 ? (
              <p className="self-center text-sm text-warn">{t("closeBlocked")}</p>
            ) : null}
          </div>
        ) : null}
      </Panel>
      <MismatchTable
        siteId={id}
        currency={currency}
        state={state}
        page={mismatch_page}
        mayWrite={mayWrite}
        href={list.href}
      />
      <StatementTable
        siteId={id}
        account={account}
        maySettle={mayWrite && hasPermission(actor, "money:write")}
        href={(next) => list.href({ page: next })}
      />
    </ClientMessages>
  );
}
