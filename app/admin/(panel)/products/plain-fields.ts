import { getTranslations } from "next-intl/server";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { plainBody, type ShownName, shownDrawn, staffDrawn } from "@/lib/catalogue/admin/fields/schema";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";

/** The fields that are stored as they are entered; shoppers and staff read the same words of those on the product's page. */
export async function productFields(product: AdminProduct | null) {
  const [staff, shop] = await Promise.all([
    getTranslations("admin-sell.product"),
    getTranslations("catalogue"),
  ]);
  return [
    ...fieldsOf(plainBody, product, staff, staffDrawn),
    ...fieldsOf<typeof plainBody.shape, ShownName>(plainBody, product, shop, shownDrawn),
  ];
}
