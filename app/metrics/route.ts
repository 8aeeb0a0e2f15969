import { getConfig } from "@/lib/config/config";
import { constantTimeEqual } from "@/lib/core/crypto";
import { metricsType, writeMetrics } from "@/lib/operations/write-metrics";

/** For Prometheus with `metrics.token`. Without a token the address answers 404: `metrics.port` is the other way. */
export async function GET(request: Request): Promise<Response> {
  const { token } = getConfig().metrics;
  if (!token) return new Response("Not found\n", { status: 404 });
  const given = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  if (!constantTimeEqual(given, token))
    return new Response("Unauthorized\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
  return new Response(await writeMetrics(), {
    headers: { "content-type": metricsType, "cache-control": "no-store" },
  });
}
