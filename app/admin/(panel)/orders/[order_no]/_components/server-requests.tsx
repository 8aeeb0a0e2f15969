import { Server } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";

type ServerRequestsProps = { orderNo: string; requests: AdminOrderDetail["server_requests"] };

/** Lists the requests to the shop's own server for an item: its last answer, and the time of the next question. */
export async function ServerRequests({ orderNo, requests }: ServerRequestsProps) {
  const [t, of] = await Promise.all([
    getTranslations("admin-sell.order"),
    getTranslations("admin-sell.requests"),
  ]);
  const [last] = requests;
  if (!last) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2 text-xs">
      <Server className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      <Link
        href={`/admin/delivery-requests?search=${encodeURIComponent(orderNo)}`}
        className="font-medium hover:text-pine"
      >
        {of("title")}
      </Link>
      <StateBadge state={last.status}>{of(`statuses.${last.status}`)}</StateBadge>
      {last.is_awaited && last.next_attempt_at ? (
        <span className="text-ink-muted">
          {t("nextAttempt")} <DateTime value={last.next_attempt_at} style="exact" />
        </span>
      ) : null}
      {last.last_error && last.status !== "delivered" ? (
        <Problem told={last.last_error_rule} className="block w-full break-words text-danger" />
      ) : null}
    </div>
  );
}
