import { checkReadiness } from "@/lib/operations/check-readiness";
import { hasMetricsToken } from "@/lib/operations/metrics-token";

/** Whether a balancer should send visitors here: 503 when not. The reasons and figures are for who has `metrics.token`. */
export async function GET(request: Request): Promise<Response> {
  const { status, reasons, queue } = await checkReadiness();
  const figures = {
    reasons,
    workers: queue?.workers ?? null,
    due_jobs: queue?.due ?? null,
    oldest_due_job_seconds: queue && Math.round(queue.oldestDueSeconds),
    oldest_unsent_mail_seconds: queue && Math.round(queue.oldestUnsentMailSeconds),
  };
  return Response.json(hasMetricsToken(request) ? { status, ...figures } : { status }, {
    status: status === "unavailable" ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}
