import { getTranslations } from "next-intl/server";
import { shopMoney } from "@/app/admin/_frame/shop-money";
import { actionsColumn, RowAct } from "@/components/admin/form/row-actions";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, stateColumn, timeColumn } from "@/components/admin/table/columns";
import { DateTime } from "@/components/ui/date-time";
import type { StaffTokenView } from "@/lib/accounts/staff/tokens/token-schema";
import { AreaSummary } from "./area-summary";

type Columns = ListColumns<"admin-system.tokens", StaffTokenView>;

/** Columns of tokens. `path` is where they are revoked, null: not by this reader; `ofStaff` names their owners. */
export async function tokenColumns(path: string | null, { ofStaff = false } = {}): Promise<Columns> {
  const [t, money] = await Promise.all([getTranslations("admin-system.tokens"), shopMoney()]);
  return [
    {
      key: "name",
      cell: (row) => (
        <>
          <span className="font-medium">{row.name}</span>
          {ofStaff ? (
            <span className="block text-ink-faint text-xs">{t("owner", { name: row.owner.name })}</span>
          ) : null}
          {row.ip_allow_list.length > 0 ? (
            <span className="block text-ink-faint text-xs">
              {t("onlyFrom", { list: row.ip_allow_list.join(", ") })}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: "access",
      className: "max-w-[30rem]",
      cell: (row) => (
        <div className="flex flex-col gap-0.5 text-[0.8125rem]">
          <AreaSummary areas={row.areas} />
          {Object.values(row.areas).every((level) => level === "none") ? (
            <p className="text-ink-muted">{t("opensNothing")}</p>
          ) : null}
          {row.proved || (row.areas.money === "write" && row.day_limit !== null) ? (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-muted">
              {row.areas.money === "write" && row.day_limit !== null
                ? t("limit", { sum: money(row.day_limit) })
                : null}
              {row.proved ? <StateBadge tone="warn">{t("isProved")}</StateBadge> : null}
            </p>
          ) : null}
        </div>
      ),
    },
    stateColumn("state", (row) => [
      row.state === "active" ? "active" : row.state === "ended" ? "expired" : "disabled",
      t(`states.${row.state}`),
    ]),
    timeColumn("ends", (row) => row.expires_at, { style: "date", from: "md" }),
    {
      key: "used",
      align: "right",
      cell: (row) =>
        row.last_used_at === null ? (
          <span className="text-ink-faint">{t("never")}</span>
        ) : (
          <>
            <DateTime value={row.last_used_at} style="ago" className="whitespace-nowrap text-ink-muted" />
            <span className="block whitespace-nowrap text-ink-faint text-xs">
              {t("from", { ip: row.last_used_ip ?? "" })}
            </span>
          </>
        ),
    },
    path === null
      ? null
      : actionsColumn((row) =>
          row.state === "revoked" ? null : (
            <RowAct
              label={t("revoke")}
              title={t("revokeTitle", { name: row.name })}
              description={t("revokeText")}
              path={`${path}/${row.id}`}
              method="DELETE"
              tone="danger"
              success={t("revoked")}
            />
          ),
        ),
  ];
}
