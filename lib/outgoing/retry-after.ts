import type { OutgoingAnswer } from "./outgoing-call";

/** How long the answer asks us to wait: seconds or a date, as HTTP allows. */
export function retryAfterSeconds(answer: OutgoingAnswer): number | null {
  const header = answer.header("retry-after");
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
