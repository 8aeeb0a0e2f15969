import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { ShareBar } from "@/components/admin/share-bar";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import type { NotificationHealth } from "@/lib/payments/events/schema";

const share = ({ notifications, refused }: NotificationHealth) =>
  notifications === 0 ? 1 : (notifications - refused) / notifications;

/** How the notifications of each channel went in the last 24 hours, the worst first. */
export async function NotificationHealthPanel({ rows }: { rows: readonly NotificationHealth[] }) {
  const t = await getTranslations("admin-money.notices.health");
  if (rows.length === 0) return null;
  return (
    <Panel title={t("title")} className="mb-4" flush>
      <ul className="divide-y divide-line text-sm">
        {rows.map((row) => {
          const good = share(row);
          return (
            <li key={row.channel_id} className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2.5">
              <a
                href={`/admin/payments/notifications?channel_id=${row.channel_id}`}
                className="min-w-40 flex-1 truncate font-medium hover:text-pine"
              >
                {row.name}
              </a>
              <ShareBar good={good} label={t("good", { share: good })} />
              <span className="tabular w-48 text-ink-muted text-xs">
                {t("counts", { count: row.notifications, refused: row.refused })}
              </span>
              <span
                className={cx(
                  "tabular w-44 text-xs",
                  row.found_by_query > 0 ? "text-warn" : "text-ink-muted",
                )}
              >
                {t("found", { count: row.found_by_query })}
              </span>
              <span className="w-40 text-ink-muted text-xs">
                {row.last_good_at
                  ? t.rich("last", { at: () => <DateTime value={row.last_good_at ?? ""} style="ago" /> })
                  : t("lastNone")}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
