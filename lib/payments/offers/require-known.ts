import { AppError } from "../../core/errors";
import type { Tx } from "../../db/transaction";
import { guestsMark, type OfferRules } from "./schema";

type Rule = "no_such_product" | "not_a_category" | "not_a_member_level";

/** A rule about a product, category or level that does not exist is a slip. @throws AppError `malformed` naming the list */
export async function requireKnown(tx: Tx, rules: OfferRules): Promise<void> {
  const check = async (
    field: keyof OfferRules,
    rule: Rule,
    ids: readonly number[],
    count: (where: { where: { id: { in: number[] } } }) => Promise<number>,
  ) => {
    const wanted = [...new Set(ids)];
    if (wanted.length > 0 && (await count({ where: { id: { in: wanted } } })) < wanted.length)
      throw new AppError("malformed", rule, { field: `offer_rules.${field}` });
  };
  const levelIds = rules.buyers.filter((buyer) => buyer !== guestsMark).map(Number);
  await check("product_ids", "no_such_product", rules.product_ids, (where) => tx.product.count(where));
  await check("category_ids", "not_a_category", rules.category_ids, (where) => tx.category.count(where));
  await check("buyers", "not_a_member_level", levelIds, (where) => tx.memberLevel.count(where));
}
