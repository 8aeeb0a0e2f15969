import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { Facts, PageHead, Panel } from "@/components/admin/page-frame";
import { RecentOrders } from "@/components/admin/recent-orders";
import { StateBadge } from "@/components/admin/state-badge";
import { statementColumns } from "@/components/admin/table/cells";
import { DataTable } from "@/components/admin/table/data-table";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { getUserDetail } from "@/lib/accounts/staff/admin-queries";
import { hasPermission } from "@/lib/acts/permissions";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { readRecentOrders } from "@/lib/reports/order-history";
import { getBalance, listTransactions } from "@/lib/wallet/queries";
import { type Transaction, transactionListQuery } from "@/lib/wallet/schema";
import { languageTag } from "@/messages/locales";
import { findOr404 } from "../../find-or-404";
import { UserActions, UserNote } from "./_components/user-actions";

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams };

/** Read once for the tab and the page. */
const readUser = cache(getUserDetail);

const page = detailPage({
  list: "/admin/users",
  text: "admin-people.users",
  permission: "customers:read",
  name: async (id) => (await readUser(id)).email,
});

export const generateMetadata = page.generateMetadata;

export default async function UserPage({ params, searchParams }: Props) {
  const { actor, id, path } = await page.open((await params).id);
  const list = await readListQuery(transactionListQuery, path, searchParams);
  const [user, balance, statement, levels, recent, t, users, reasons, locale] = await Promise.all([
    findOr404(() => readUser(id)),
    getBalance(id),
    listTransactions(id, list.query),
    listLevelChoices(),
    hasPermission(actor, "orders:read") ? readRecentOrders({ userId: id }) : [],
    getTranslations("admin-people.user"),
    getTranslations("admin-people.users"),
    getTranslations("admin.security.reason"),
    getLocale(),
  ]);
  const { currency } = balance;
  const language = new Intl.DisplayNames(languageTag[locale], { type: "language" }).of(user.locale);
  const columns = statementColumns<Transaction>(currency, t, (row) => t(`types.${row.type}`));
  return (
    <>
      <PageHead
        title={user.email}
        back={await page.back()}
        badges={<StateBadge state={user.status}>{users(user.status)}</StateBadge>}
        actions={
          hasPermission(actor, "customers:write") ? (
            <UserActions user={user} levels={levels} mayMoveMoney={hasPermission(actor, "money:write")} />
          ) : null
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0">
          <h2 className="mb-2 font-semibold text-sm">{t("statement")}</h2>
          <DataTable
            label={t("statement")}
            columns={columns}
            rows={statement.transactions}
            rowKey={(row) => row.id}
            empty={{ title: t("statementNone") }}
            page={list.pages(statement)}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title={t("money")}>
            <p className="tabular mb-3 font-semibold text-2xl">
              <Money value={balance.balance} currency={currency} />
            </p>
            <Facts
              facts={[
                { label: t("recharged"), value: <Money value={user.recharged} currency={currency} /> },
                { label: t("spent"), value: <Money value={user.spent} currency={currency} /> },
                { label: t("orders"), value: user.orders },
              ]}
            />
          </Panel>
          {recent.length > 0 ? (
            <Panel title={t("orders")}>
              <RecentOrders orders={recent} />
              <Link
                href={`/admin/orders?user_id=${user.id}`}
                className="mt-2 inline-block py-0.5 text-pine text-xs underline underline-offset-4"
              >
                {t("allOrders")}
              </Link>
            </Panel>
          ) : null}
          <UserNote user={user} mayWrite={hasPermission(actor, "customers:write")} />
          <Panel title={t("account")}>
            <Facts
              facts={[
                { label: t("number"), value: user.id },
                { label: t("nickname"), value: user.nickname || "—" },
                {
                  label: t("level"),
                  value: `${user.member_level?.name ?? users("noLevel")}${user.is_level_fixed ? ` (${users("fixed")})` : ""}`,
                },
                { label: t("language"), value: language },
                { label: t("totp"), value: user.totp_enabled ? t("on") : t("off") },
                { label: t("passkeys"), value: user.passkeys },
                user.identities.length > 0 && {
                  label: t("identities"),
                  value: user.identities.map(({ provider, label }) => `${provider} (${label})`).join(", "),
                },
                { label: t("sessions"), value: user.sessions },
                { label: t("since"), value: <DateTime value={user.created_at} /> },
                {
                  label: t("lastLogin"),
                  value: user.last_login_at ? <DateTime value={user.last_login_at} /> : users("never"),
                },
              ]}
            />
          </Panel>
          <Panel title={t("logins")} flush>
            {user.login_logs.length === 0 ? (
              <p className="border-line border-t px-4 py-4 text-ink-faint text-sm">{t("loginsNone")}</p>
            ) : null}
            <ul className="max-h-96 overflow-y-auto border-line border-t empty:border-t-0">
              {user.login_logs.map((login) => (
                <li key={login.id} className="border-line border-t px-4 py-2 text-xs first:border-t-0">
                  <span className="flex items-center justify-between gap-3">
                    <StateBadge state={login.result === "success" ? "active" : "failed"}>
                      {login.result === "success"
                        ? t("success")
                        : reasons.has(login.reason as "disabled")
                          ? reasons(login.reason as "disabled")
                          : t("failed")}
                    </StateBadge>
                    <DateTime value={login.created_at} className="text-ink-faint" />
                  </span>
                  <span className="mt-1 block truncate text-ink-muted" title={login.user_agent}>
                    <code className="font-mono">{login.ip}</code>
                    {" · "}
                    {login.user_agent}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
}
