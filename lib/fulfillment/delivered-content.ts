import { open, seal } from "../core/crypto";

/** Around a unit of several lines in what is kept. No key holds it (C68). */
const mark = "\u001e";

const aad = (fulfillmentId: number) => `fulfilments:content:${fulfillmentId}:v1`;

/** Seals the goods of a fulfillment that are no key of the stock. */
export const sealDelivery = (fulfillmentId: number, content: string) => seal(content, aad(fulfillmentId));
export const openDelivery = (fulfillmentId: number, sealed: Uint8Array) => open(sealed, aad(fulfillmentId));

/** As it is kept: one unit on a line, and marks around a unit that has several. */
export const joinUnits = (units: readonly string[]): string =>
  units
    .map((unit) => unit.replaceAll(mark, ""))
    .map((unit) => (unit.includes("\n") ? mark + unit + mark : unit))
    .join("\n");

/** The units of what is kept. Between marks stands one unit, and elsewhere one on a line. */
export function splitUnits(kept: string): string[] {
  const parts = kept.split(mark);
  return parts.flatMap((part, place) => {
    if (place % 2 === 1) return [part];
    // The breaks beside a mark only join.
    const lines = part.slice(place === 0 ? 0 : 1, place === parts.length - 1 ? undefined : -1);
    return lines === "" && parts.length > 1 ? [] : lines.split("\n");
  });
}

export const withoutMarks = (kept: string): string => kept.replaceAll(mark, "");
