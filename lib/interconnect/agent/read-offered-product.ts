import { z } from "zod";
import { foreignJsonProblem, toStorableText } from "../../core/formats/foreign-json";
import { readIssue } from "../../core/refusals/read-issue";
import { sayRefusal } from "../../core/refusals/translate";
import { foreignId, type OfferedProduct, offeredProduct, type SkippedProduct } from "./schema";

const nameOf = z.object({ id: foreignId.nullable().catch(null), title: z.string().catch("") });

/** One product of a main site's list, or why it cannot be used. */
export function readOfferedProduct(
  value: unknown,
): { product: OfferedProduct } | { skipped: SkippedProduct } {
  const problem = foreignJsonProblem(value);
  const parsed = problem === null ? offeredProduct.safeParse(value) : null;
  if (parsed?.success) return { product: parsed.data };
  const [issue] = parsed?.error.issues ?? [];
  const { id, title } = nameOf.catch({ id: null, title: "" }).parse(value);
  return {
    skipped: {
      upstream_product_id: id,
      title: toStorableText(title).slice(0, 80),
      problem: problem ?? `${issue?.path.join(".")}: ${sayRefusal(readIssue(issue), "en")}`.slice(0, 200),
    },
  };
}
