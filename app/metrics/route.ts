import { getConfig } from "@/lib/config/config";
import { hasMetricsToken } from "@/lib/operations/metrics-token";
import { metricsType, writeMetrics } from "@/lib/operations/write-metrics";

/** For Prometheus with `metrics.token`. Without a token the address answers 404: `metrics.port` is the other way. */
export async function GET(request: Request): Promise<Response> {
  if (!getConfig().metrics.token) return new Response("Not found\n", { status: 404 });
  if (!hasMetricsToken(request))
    return new Response("Unauthorized\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
  return new Response(await writeMetrics(), {
    headers: { "content-type": metricsType, "cache-control": "no-store" },
  });
}
