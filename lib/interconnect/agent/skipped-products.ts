import { z } from "zod";
import { sayNoted } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
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
  `${id === null ? "a product without id" : `product ${id}`}${title === "" ? "" : ` “${title}”`} (${sayNoted(problem)})`;

/** For the operators of both sites: which products cannot be used, and why. */
export function skippedProblem(skipped: readonly SkippedProduct[]): Problem {
  const more = skipped.length > maxNamed ? ` and ${skipped.length - maxNamed} more` : "";
  return problem("products_skipped", {
    count: skipped.length,
    were: skipped.length === 1 ? "was" : "were",
    names: `${skipped.slice(0, maxNamed).map(nameOf).join(", ")}${more}`,
  });
}
