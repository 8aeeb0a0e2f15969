import { mostUnits } from "../catalogue/schema";

const kib = 1024;
/** JSON writes a control character of one byte as six. */
const widestEscape = 6;

const payloadBytes = 2_000_000;

/**
 * The same on both ends, so that an agent's order holds whatever a main site sells: what is above is refused when the order is
 * placed, before anybody pays. docs/limits.md is written from this table.
 */
export const tradeLimits = {
  quantity: mostUnits,
  downstreamOrderNo: 64,
  upstreamOrderNo: 100,
  paymentId: 100,
  metadataBytes: 8 * kib,
  requestBytes: 256 * kib,
  payloadBytes,
  /** Holds any payload joined and in units, however its characters are escaped, and the members beside it. */
  answerBytes: 2 * widestEscape * payloadBytes + 64 * kib,
} as const;

export const tradeLimitNames: Record<
  keyof typeof tradeLimits,
  readonly [string, "" | "characters" | "bytes"]
> = {
  quantity: ["units of one order", ""],
  downstreamOrderNo: ["`downstream_order_no`", "characters"],
  upstreamOrderNo: ["`upstream_order_no`", "characters"],
  paymentId: ["`downstream_payment_id`", "characters"],
  metadataBytes: ["`metadata` as JSON", "bytes"],
  requestBytes: ["body of a call of an agent", "bytes"],
  payloadBytes: ["`payload` of one order, in UTF-8", "bytes"],
  answerBytes: ["body of an answer, and of a callback", "bytes"],
};
