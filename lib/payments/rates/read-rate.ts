import { rateScale } from "../../core/rate";
import { memberOf } from "../../core/shapes/records";
import type { RateFailure } from "./schema";

export type ReadRate = { rateE8: bigint } | { failure: RateFailure };

const noNumber: ReadRate = { failure: "no_number" };
const highestE8 = 999_999_999n * rateScale;

/** A number, or a text that is one, as hundred-millionths; what lies behind the eighth decimal is cut off. */
function toE8(value: unknown): bigint | null {
  const text = typeof value === "number" && Number.isFinite(value) ? value.toFixed(12) : value;
  const match = typeof text === "string" ? /^\s*(\d{1,15})(?:\.(\d{1,40}))?\s*$/.exec(text) : null;
  if (!match) return null;
  return BigInt(match[1] ?? "0") * rateScale + BigInt((match[2] ?? "").slice(0, 8).padEnd(8, "0"));
}

/** The rate that a source's answer names at this path (`rates.CNY`, `data.0.price`). */
export function readRate(text: string, { path, isInverse }: { path: string; isInverse: boolean }): ReadRate {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { failure: "not_json" };
  }
  const named = toE8(path.split(".").reduce(memberOf, value));
  if (named === null || named === 0n) return noNumber;
  const rateE8 = isInverse ? (rateScale * rateScale + named / 2n) / named : named;
  return rateE8 > 0n && rateE8 <= highestE8 ? { rateE8 } : noNumber;
}

/** More than so many hundredths of a percent, up or down. */
export function jumps(fromE8: bigint, toE8: bigint, maxBps: number): boolean {
  const change = toE8 > fromE8 ? toE8 - fromE8 : fromE8 - toE8;
  return change * 10_000n > fromE8 * BigInt(maxBps);
}

/** `7.12` of 712000000, without zeros behind. */
export const rateText = (rateE8: bigint): string => {
  const decimals = String(rateE8 % rateScale)
    .padStart(8, "0")
    .replace(/0+$/, "");
  return `${rateE8 / rateScale}${decimals ? `.${decimals}` : ""}`;
};
