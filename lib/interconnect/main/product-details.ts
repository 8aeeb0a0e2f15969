import { type FormField, formField } from "../../catalogue/schema";
import { getConfig } from "../../config/config";
import { db } from "../../db/client";
import type { UpstreamProductDetails } from "./schema";

/** A list of 200 products must stay well below what an agent reads of one answer. */
const maxDescription = 20_000;

const mediaIdOf = (address: string): string | null => /^\/media\/([A-Za-z0-9]+)$/.exec(address)?.[1] ?? null;

const absolute = (address: string): string =>
  address.startsWith("/") ? `${getConfig().server.baseUrl}${address}` : address;

const select = {
  id: true,
  summary: true,
  description: true,
  image: true,
  images: true,
  instructions: true,
  formFields: true,
  minQuantity: true,
  maxQuantity: true,
  autoSecretKind: true,
  category: { select: { name: true, parent: { select: { name: true } } } },
} as const;

/** C66: text, pictures, form and category of the products of a page, for agents that import them. */
export async function findProductDetails(
  ids: readonly number[],
): Promise<Map<number, UpstreamProductDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await db().product.findMany({ where: { id: { in: [...ids] } }, select });
  const addresses = rows.flatMap(({ image, images }) => [...(image ? [image] : []), ...images]);
  const mediaIds = [...new Set(addresses.map(mediaIdOf))].filter((id) => id !== null);
  const media = await db().media.findMany({
    where: { id: { in: mediaIds } },
    select: { id: true, sha256: true },
  });
  const hashes = new Map(media.map(({ id, sha256 }) => [id, sha256]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        summary: row.summary,
        ...(row.description.length <= maxDescription ? { description: row.description } : {}),
        images: [...new Set([...(row.image ? [row.image] : []), ...row.images])].map((address) => ({
          url: absolute(address),
          sha256: hashes.get(mediaIdOf(address) ?? "") ?? null,
        })),
        category_path: [row.category.parent?.name, row.category.name].filter((name) => name !== undefined),
        buyer_form: formField.array().catch([]).parse(row.formFields) satisfies FormField[],
        instructions: row.instructions,
        min_quantity: row.minQuantity,
        max_quantity: row.maxQuantity,
        delivery: row.autoSecretKind === "none" ? ("manual" as const) : ("auto" as const),
      },
    ]),
  );
}
