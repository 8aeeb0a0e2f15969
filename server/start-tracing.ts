import { getConfig } from "@/lib/config/config";
import type { Stopping } from "./stopping";

/** When `tracing.endpoint` is set. Before everything else, so that it ends last and nothing of the end is missing. */
export async function startTracing(stopping: Stopping): Promise<void> {
  const { endpoint, percent } = getConfig().tracing;
  if (endpoint === null) return;
  const { sendTraces } = await import("@/lib/operations/send-traces");
  stopping.add("the traces", sendTraces({ endpoint, percent }));
}
