import { z } from "zod";
import { toldMembers } from "../../core/refusals/told-shape";

export const pingVerdicts = ["ok", "no_ping", "web_page", "redirect", "refused", "unreachable"] as const;
export const pingReport = z.object({
  verdict: z.enum(pingVerdicts),
  /** One sentence that says what is wrong and what to do. */
  ...toldMembers("message"),
  http_status: z.int().nullable(),
  latency_ms: z.int().nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
});
export type PingReport = z.infer<typeof pingReport>;
