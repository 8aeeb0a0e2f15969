import { z } from "zod";
import { type SkippedProduct, skippedProduct } from "./schema";

const maxNamed = 5;
const maxStored = 100;

const stored = z.array(skippedProduct).catch([]);
export const storedSkipped = (value: unknown): SkippedProduct[] => stored.parse(value);

/** Keeps products of earlier pulls until a pull shows the product again, well or badly. */
export function mergeSkipped(
  earlier: readonly SkippedProduct[],
  pulled: { seen: ReadonlySet<number>; skipped: readonly SkippedProduct[] },
): SkippedProduct[] {
  const rest = earlier.filter(({ upstream_product_id: id }) => id !== null && !pulled.seen.has(id));
  return [...pulled.skipped, ...rest].slice(0, maxStored);
}

const nameOf = ({ upstream_product_id: id, title, problem }: SkippedProduct) =>
  `${id === null ? "a product without id" : `product ${id}`}${title === "" ? "" : ` “${title}”`} (${problem})`;

/** For the operators of both sites: which products cannot be used, and why. */
export function skippedSentence(skipped: readonly SkippedProduct[]): string {
  const more = skipped.length > maxNamed ? ` and ${skipped.length - maxNamed} more` : "";
  const verb = skipped.length === 1 ? "was" : "were";
  return `${skipped.length} of the products ${verb} skipped: ${skipped.slice(0, maxNamed).map(nameOf).join(", ")}${more}`;
}
