import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { Facts, PageHead, Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { statementColumns } from "@/components/admin/table/cells";
import { DataTable } from "@/components/admin/table/data-table";
import { ClientMessages } from "@/components/store/client-messages";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { getUserDetail } from "@/lib/accounts/staff/admin-queries";
import { hasPermission } from "@/lib/acts/permissions";
import { readCustomer } from "@/lib/orders/customers/read-customer";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { getBalance, listTransactions } from "@/lib/wallet/queries";
import { type Transaction, transactionListQuery } from "@/lib/wallet/schema";
import { languageTag } from "@/messages/locales";
import { findOr404 } from "../../find-or-404";
import { CustomerNotes } from "../_components/customer-notes";
import { CustomerPanels } from "../_components/customer-panels";
import { GuestPart } from "../_components/guest-part";
import { LogIns } from "./_components/log-ins";
import { UserActions } from "./_components/user-actions";

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
  const [user, balance, statement, levels, activity, t, users, customer, locale] = await Promise.all([
    findOr404(() => readUser(id)),
    getBalance(id),
    listTransactions(id, list.query),
    listLevelChoices(),
    readCustomer(actor, { user_id: id }),
    getTranslations("admin-people.user"),
    getTranslations("admin-people.users"),
    getTranslations("admin-people.customer"),
    getLocale(),
  ]);
  const mayWrite = hasPermission(actor, "customers:write");
  const mayMoveMoney = hasPermission(actor, "money:write");
  const { currency } = balance;
  const language = new Intl.DisplayNames(languageTag[locale], { type: "language" }).of(user.locale);
  const columns = statementColumns<Transaction>(currency, t, (row) => t(`types.${row.type}`));
  return (
    <ClientMessages areas={["admin-people.merge"]}>
      <PageHead
        title={user.email}
        back={await page.back()}
        badges={<StateBadge state={user.status}>{users(user.status)}</StateBadge>}
        actions={
          mayWrite && user.merged_into === null ? (
            <UserActions user={user} levels={levels} mayMoveMoney={mayMoveMoney} />
          ) : null
        }
      />
      {user.merged_into ? (
        <p className="mb-4 rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">
          {customer("mergedInto")}{" "}
          <Link href={`/admin/users/${user.merged_into.id}`} className="underline underline-offset-2">
            {user.merged_into.email}
          </Link>
        </p>
      ) : null}
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
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
            <CustomerPanels activity={activity} ordersHref={`/admin/orders?user_id=${user.id}`} />
          </div>
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
          <CustomerNotes
            note={user.note}
            tags={user.tags}
            write={mayWrite && user.merged_into === null ? { path: `/admin/users/${user.id}` } : null}
          />
          <GuestPart user={user} mayMerge={mayWrite && mayMoveMoney && user.merged_into === null} />
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
          <LogIns logins={user.login_logs} sessions={user.open_sessions} />
        </div>
      </div>
    </ClientMessages>
  );
}
