import { sql } from "kysely";
import type { DeliveryKind, SecretKind, SkuSource, Tables } from "../../db/generated/tables";
import type { OrderQuote } from "../../pricing/types";

interface Line {
  position: number;
  product_id: number;
  sku_id: number;
  slug: string;
  title: string;
  sku_name: string | null;
  quantity: number;
  unit_price_cents: bigint;
  total_cents: bigint;
  cost_cents: bigint | null;
  delivery: DeliveryKind;
  auto_secret_kind: SecretKind;
  source: SkuSource;
  fulfillers: string[];
  form: string | null;
  instructions: string | null;
  delivery_hours: number | null;
}

export const columnsOfLine = [
  "position",
  "product_id",
  "sku_id",
  "slug",
  "title",
  "sku_name",
  "quantity",
  "unit_price_cents",
  "total_cents",
  "cost_cents",
  "delivery",
  "auto_secret_kind",
  "source",
  "fulfillers",
  "form",
  "instructions",
  "delivery_hours",
] as const satisfies readonly (keyof Line & keyof Tables["order_items"])[];

/** The lines of a quote, for `linesOf`. */
export function linesJson({
  quote,
  forms,
}: {
  quote: OrderQuote;
  forms: (Record<string, string> | null)[];
}): string {
  const lines = quote.lines.map((line, index) => ({
    position: index + 1,
    product_id: line.productId,
    sku_id: line.skuId,
    slug: line.slug,
    title: line.title,
    sku_name: line.skuName,
    quantity: line.quantity,
    unit_price_cents: String(line.unitPriceCents),
    total_cents: String(line.totalCents),
    cost_cents: line.costCents === null ? null : String(line.costCents),
    delivery: line.delivery,
    auto_secret_kind: line.autoSecretKind,
    source: line.source,
    fulfillers: line.fulfillers,
    form: forms[index] ?? null,
    instructions: line.instructions,
    delivery_hours: line.deliveryHours,
  })) satisfies Record<keyof Line, unknown>[];
  return JSON.stringify(lines);
}

/** The same as a table `line`. */
export const linesOf = (json: string) =>
  sql<Line>`jsonb_to_recordset(${json}::jsonb)`.as<"line">(
    sql`line (position int, product_id int, sku_id int, slug text, title text, sku_name text, quantity int,
      unit_price_cents bigint, total_cents bigint, cost_cents bigint, delivery delivery_kind,
      auto_secret_kind secret_kind, source sku_source, fulfillers text[], form jsonb, instructions text, delivery_hours int)`,
  );
