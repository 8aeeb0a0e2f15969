import { z } from "zod";
import { foreignJsonProblem, toStorableText } from "../../core/formats/foreign-json";
import { foreignWords, note } from "../../core/refusals/noted";
import { readIssue } from "../../core/refusals/read-issue";
import { problem } from "../../core/refusals/refusal";
import { foreignId, type OfferedProduct, offeredProduct, type SkippedProduct } from "./schema";

const nameOf = z.object({ id: foreignId.nullable().catch(null), title: z.string().catch("") });

/** One product of a main site's list, or why it cannot be used. */
export function readOfferedProduct(
  value: unknown,
): { product: OfferedProduct } | { skipped: SkippedProduct } {
  const unstorable = foreignJsonProblem(value);
  const parsed = unstorable === null ? offeredProduct.safeParse(value) : null;
  if (parsed?.success) return { product: parsed.data };
  const [issue] = parsed?.error.issues ?? [];
  const { id, title } = nameOf.catch({ id: null, title: "" }).parse(value);
  return {
    skipped: {
      upstream_product_id: id,
      title: toStorableText(title).slice(0, 80),
      problem: note(
        unstorable === null
          ? problem("in_member", { member: issue?.path.join(".") ?? "", problem: readIssue(issue) })
          : foreignWords(unstorable),
      ),
    },
  };
}
