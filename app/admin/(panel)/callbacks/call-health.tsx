import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Panel } from "@/components/admin/page-frame";
import { ShareBar } from "@/components/admin/share-bar";
import type { CallHealth } from "@/lib/interconnect/main/admin/log-schema";

type CallHealthProps = {
  title: string;
  rows: readonly CallHealth[];
  href: (id: number) => string;
  /** Act for one row. */
  act?: (row: CallHealth) => ReactNode;
};

const share = ({ calls, failed }: CallHealth) => (calls === 0 ? 1 : (calls - failed) / calls);

/** How calls with each partner went, the worst first. */
export async function CallHealthPanel({ title, rows, href, act }: CallHealthProps) {
  const t = await getTranslations("admin-trade.health");
  if (rows.length === 0) return null;
  return (
    <Panel title={title} className="mb-4" flush>
      <ul className="divide-y divide-line text-sm">
        {rows.map((row) => {
          const good = share(row);
          return (
            <li key={row.id} className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2.5">
              <a
                href={href(row.id)}
                title={row.name}
                className="min-w-40 flex-1 truncate font-medium hover:text-pine"
              >
                {row.name}
              </a>
              <ShareBar good={good} label={t("good", { share: good })} />
              <span className="tabular w-40 text-ink-muted text-xs">
                {t("calls", { calls: row.calls, failed: row.failed })}
              </span>
              <span className="tabular w-44 text-ink-muted text-xs">
                {row.median_ms === null
                  ? t("noAnswer")
                  : t("latency", { median: row.median_ms, p95: row.p95_ms ?? row.median_ms })}
              </span>
              {act ? <span className="ml-auto flex gap-1">{act(row)}</span> : null}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
