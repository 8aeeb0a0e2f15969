import { type FormField, formField } from "../../catalogue/schema";
import { getConfig } from "../../config/config";
import type { UpstreamProductDetails } from "./schema";
import type { OfferedProductRow } from "./sql/offered-products";

const absolute = (address: string): string =>
  address.startsWith("/") ? `${getConfig().server.baseUrl}${address}` : address;

const formOf = (fields: unknown): FormField[] =>
  Array.isArray(fields) && fields.length === 0 ? [] : formField.array().catch([]).parse(fields);

/** C66: text, pictures, form and category of a product, for agents that import it. */
export const productDetailsView = (row: OfferedProductRow): UpstreamProductDetails => ({
  summary: row.summary,
  ...(row.description === null ? {} : { description: row.description }),
  images: [...new Set([...(row.image ? [row.image] : []), ...row.images])].map((address) => ({
    url: absolute(address),
    sha256: row.picture_hashes?.[address] ?? null,
  })),
  category_path: [row.parent_category, row.category].filter((name) => name !== null),
  buyer_form: formOf(row.form_fields),
  instructions: row.instructions,
  min_quantity: row.min_quantity,
  max_quantity: row.max_quantity,
  delivery: row.auto_secret_kind === "none" ? "manual" : "auto",
});
