import { getTranslations } from "next-intl/server";
import { Problem } from "@/components/admin/problem";
import { DateTime } from "@/components/ui/date-time";
import type { DeliveryRequestOut } from "@/lib/fulfillment/kinds/dynamic/schema";

const block =
  "mt-1 max-h-60 overflow-auto whitespace-pre-wrap break-all rounded-md border border-line bg-surface p-2 font-mono text-xs";

/** Shows the request and its answer, folded under the number of attempts. */
export async function RequestDetails({ request }: { request: DeliveryRequestOut }) {
  const t = await getTranslations("admin-sell.requests");
  return (
    <details className="min-w-0">
      <summary className="tabular cursor-pointer">{t("attempts", { count: request.attempt_count })}</summary>
      <div className="mt-2 flex flex-col gap-3 text-sm">
        <div>
          <span className="text-ink-muted text-xs">{t("sent")}</span>
          <pre className={block}>{request.body}</pre>
        </div>
        {request.attempts.map((attempt) => (
          <div key={attempt.created_at}>
            <span className="text-ink-muted text-xs">
              <DateTime value={attempt.created_at} /> ·{" "}
              {attempt.http_status === null ? t("noAnswer") : t("status", { status: attempt.http_status })} ·{" "}
              {t("latency", { ms: attempt.latency_ms })}
            </span>
            {attempt.error ? (
              <Problem told={attempt.error_rule} className="block break-words text-danger" />
            ) : null}
            {attempt.answer ? <pre className={block}>{attempt.answer}</pre> : null}
          </div>
        ))}
      </div>
    </details>
  );
}
