import { checkReadiness } from "@/lib/operations/check-readiness";

/** Whether a balancer should send visitors here: 503 with the reason when not. */
export async function GET(): Promise<Response> {
  const { status, reasons, queue } = await checkReadiness();
  const body = {
    status,
    reasons,
    workers: queue?.workers ?? null,
    due_jobs: queue?.due ?? null,
    oldest_due_job_seconds: queue && Math.round(queue.oldestDueSeconds),
    oldest_unsent_mail_seconds: queue && Math.round(queue.oldestUnsentMailSeconds),
  };
  return Response.json(body, {
    status: status === "unavailable" ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}
