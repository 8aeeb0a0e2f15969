import { UserCheck } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { codeLink, OrderLink } from "@/components/admin/table/cells";
import { type ListColumns, moneyColumn } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
import { readMoneyLeft } from "@/lib/accounts/staff/roles/money-limit";
import { parseMoney } from "@/lib/core/money";
import { listMoneyRequests } from "@/lib/operations/money-requests/admin-queries";
import { mayPerform } from "@/lib/operations/money-requests/money-acts";
import {
  type MoneyRequestView,
  moneyRequestQuery,
  moneyRequestStates,
} from "@/lib/operations/money-requests/money-request-schema";
import { RequestActions } from "./request-actions";

const page = adminPage({
  path: "/admin/money-requests",
  text: "admin-money.requests",
  icon: UserCheck,
  permission: "money:read",
  menu: { group: "money", after: "refunds" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(moneyRequestQuery, async ({ actor, list, frame, t, may }) => {
  const [data, locale, moneyLeft] = await Promise.all([
    listMoneyRequests(list.query),
    getLocale(),
    readMoneyLeft(actor),
  ]);
  const isWithinLimit = ({ amount }: MoneyRequestView) =>
    moneyLeft === null || (parseMoney(amount) ?? 0n) <= moneyLeft;
  const kindOf = (row: MoneyRequestView) => t(`kinds.${row.kind.replace(".", "_")}` as "kinds.wallet_adjust");
  const dayOf = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  /** All that an approval does beside the sum. */
  const wayOf = (row: MoneyRequestView): string[] =>
    [
      row.direction && t(`directions.${row.direction}`),
      row.method && t(`methods.${row.method}`),
      row.paid_back && t("paidBack"),
      row.statement_id !== null && t("statement", { id: row.statement_id }),
      row.settled_from && t(`sources.${row.settled_from}`),
      row.quantity !== null && t("quantity", { count: row.quantity }),
      row.valid_until && t("validUntil", { day: dayOf.format(new Date(row.valid_until)) }),
      row.keys && t(`keys.${row.keys}`),
    ].filter((text) => typeof text === "string");
  const columns: ListColumns<typeof page.text, MoneyRequestView> = [
    {
      key: "created",
      from: "md",
      cell: (row) => (
        <DateTime value={row.created_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
    {
      key: "what",
      className: "max-w-80",
      cell: (row) => (
        <>
          <span className="font-medium">{kindOf(row)}</span>{" "}
          <Reference
            reference={row.reference}
            opensUsers={may("customers:read")}
            opensSites={may("interconnect:read")}
          />
          {row.item ? (
            <span className="block text-xs">
              {t("item", { position: row.item.position, title: nameOf(row.item) })}
            </span>
          ) : null}
          {wayOf(row).map((text) => (
            <span key={text} className="block text-ink-muted text-xs">
              {text}
            </span>
          ))}
          {row.remark ? <span className="block text-ink-muted text-xs">{row.remark}</span> : null}
          {row.payment_reference ? (
            <span className="block break-all font-mono text-ink-muted text-xs">{row.payment_reference}</span>
          ) : null}
          {row.proof_id ? (
            <a
              href={`/api/v1/admin/payment-proofs/${row.proof_id}`}
              target="_blank"
              rel="noreferrer"
              className="inline-block py-0.5 text-pine text-xs underline underline-offset-4"
            >
              {t("proof")}
            </a>
          ) : null}
        </>
      ),
    },
    {
      key: "people",
      cell: (row) => (
        <>
          {row.requested_by.name}
          {row.decided_by && row.decided_by.id !== row.requested_by.id ? (
            <span className="block text-ink-faint text-xs">
              {t("decidedBy", { name: row.decided_by.name })}
            </span>
          ) : null}
          {row.decision_note ? (
            <span className="block text-ink-faint text-xs">{row.decision_note}</span>
          ) : null}
        </>
      ),
    },
    {
      key: "state",
      cell: (row) => (
        <>
          <StateBadge tone={toneOf[row.status]}>{t(`states.${row.status}`)}</StateBadge>
          {row.status === "pending" ? (
            <span className="block text-ink-faint text-xs">
              {t.rich("openUntil", { at: () => <DateTime value={row.expires_at} /> })}
            </span>
          ) : null}
        </>
      ),
    },
    moneyColumn("amount", (row) => [row.amount, row.currency], { isMain: true }),
    may("money:write")
      ? actionsColumn((row) => {
          const isOwn = row.requested_by.id === actor.staffId;
          return row.status === "pending" && (isOwn || mayPerform(actor, row.kind)) ? (
            <RequestActions
              id={row.id}
              isOwn={isOwn}
              isWithinLimit={isWithinLimit(row)}
              amount={formatMoney(row.amount, row.currency, locale)}
              what={[kindOf(row), row.item && nameOf(row.item), ...wayOf(row)].filter(Boolean).join(" · ")}
            />
          ) : null;
        })
      : null,
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.requests}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        selects: [listFilter("status", t("anyState"), moneyRequestStates, (value) => t(`states.${value}`))],
        dates: true,
      }}
      csv="/admin/money-requests/export"
      live="/admin/money-requests"
    />
  );
});

const nameOf = ({ title, sku_name }: NonNullable<MoneyRequestView["item"]>) =>
  sku_name ? `${title} · ${sku_name}` : title;

const toneOf = {
  pending: "warn",
  done: "ok",
  rejected: "danger",
  withdrawn: "neutral",
  expired: "neutral",
} as const;

type ReferenceProps = { reference: string; opensUsers: boolean; opensSites: boolean };

/** Leads to what a request is about, as far as its reader may go there. */
async function Reference({ reference, opensUsers, opensSites }: ReferenceProps) {
  const t = await getTranslations("admin-money.requests");
  const [noun, id = ""] = reference.split(":");
  const link = "text-pine hover:underline";
  if (noun === "order") return <OrderLink orderNo={id} isInText />;
  if (noun === "recharge")
    return (
      <Link href={`/admin/payments?search=${id}`} className={cx(codeLink, "underline")}>
        {id}
      </Link>
    );
  if (noun === "user")
    return opensUsers ? (
      <Link href={`/admin/users/${id}`} className={link}>
        {t("user", { id })}
      </Link>
    ) : (
      t("user", { id })
    );
  if (noun === "site")
    return opensSites ? (
      <Link href={`/admin/sites/${id}/deposit`} className={link}>
        {t("site", { id })}
      </Link>
    ) : (
      t("site", { id })
    );
  return null;
}
