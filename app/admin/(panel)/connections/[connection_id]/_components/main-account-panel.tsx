import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { Facts, Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { formatMoney, Money } from "@/components/ui/money";
import { addSeconds, now } from "@/lib/core/clock";
import { sumOpenPurchases } from "@/lib/interconnect/agent/admin/queries";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";
import { OpenSums } from "../../../purchases/_components/open-sums";
import { CompareWithMain } from "./compare-with-main";

const month = 30 * 24 * 3600;

type PanelProps = { connection: ConnectionView; mayWrite: boolean };

/** Deposit, debt and closed periods as the main site last told them, and a comparison of both books. */
export async function MainAccountPanel({ connection, mayWrite }: PanelProps) {
  const { account } = connection;
  const [t, locale, format, open] = await Promise.all([
    getTranslations("admin-trade.connection"),
    getLocale(),
    getFormatter(),
    sumOpenPurchases({ connection_id: connection.id }),
  ]);
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  const statements = account?.statements ?? [];
  const at = now();
  const since = statements[0]?.to ?? addSeconds(at, -month).toISOString();
  const periods = [
    { label: t("compareSince", { from: day(since) }), from: since, to: at.toISOString() },
    ...statements.map(({ id, from, to }) => ({
      label: `#${id} ${t("compareRange", { from: day(from), to: day(to) })}`,
      from,
      to,
    })),
  ];
  return (
    <>
      <Panel
        title={t("account")}
        {...(connection.account_read_at
          ? {
              description: t.rich("accountRead", {
                at: () => <DateTime value={connection.account_read_at ?? ""} />,
              }),
            }
          : {})}
      >
        {account ? (
          <>
            <Facts
              facts={[
                {
                  label: t("deposit"),
                  value: (
                    <span className="inline-flex flex-wrap items-center gap-2">
                      <Money value={account.deposit} currency={account.currency} />
                      {account.deposit_low ? <StateBadge state="failed">{t("depositLow")}</StateBadge> : null}
                    </span>
                  ),
                },
                account.due !== null && {
                  label: t("due"),
                  value: <Money value={account.due} currency={account.currency} />,
                },
              ]}
            />
            {statements.length === 0 ? (
              <p className="mt-3 text-ink-faint text-sm">{t("statementsNone")}</p>
            ) : (
              <ul className="mt-3 grid gap-1.5 border-line border-t pt-3 text-sm">
                {statements.map((row) => (
                  <li key={row.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <span>
                      {t.rich("statement", {
                        to: () => <DateTime value={row.to} />,
                        amount: formatMoney(row.amount, row.currency, locale),
                      })}
                    </span>
                    <StateBadge state={row.settled_at ? "paid" : "pending"}>
                      {row.settled_at ? t("statementSettled") : t("statementOpen")}
                    </StateBadge>
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <p className="text-ink-muted text-sm">{t("accountNone")}</p>
        )}
      </Panel>
      {open.length > 0 ? (
        <Panel
          title={
            <Link
              href={`/admin/purchases?connection_id=${connection.id}&open=true`}
              className="hover:text-pine"
            >
              {t("openPurchases")}
            </Link>
          }
        >
          <OpenSums open={open} />
        </Panel>
      ) : null}
      <Panel title={t("compare")} description={t("compareText")}>
        <CompareWithMain
          id={connection.id}
          periods={periods}
          currency={connection.currency}
          mayCompare={mayWrite}
        />
      </Panel>
    </>
  );
}
