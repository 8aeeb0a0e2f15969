import type { OfferedSku } from "@/lib/catalogue/schema";
import type { CartLine } from "@/lib/orders/cart/schema";
import { wrongFields } from "../../products/[slug]/_components/wrong-fields";

/** A line as it stands in the shop now. */
export type JudgedLine = {
  line: CartLine;
  offer: OfferedSku | undefined;
  /** Keeps the line out of the order. */
  obstacle: "gone" | "soldOut" | "members" | "asks" | null;
  min: number;
  max: number;
};

/** A stock that is told only roughly is no limit: the order says when there is not enough. */
function mostOf({ product, sku }: OfferedSku, line: CartLine): number {
  if (line.pick !== undefined) return 1;
  const isCounted =
    sku.stock_status !== "unlimited" && product.delivery === "auto" && product.stock_display === "exact";
  return isCounted ? Math.min(product.max_quantity, sku.stock) : product.max_quantity;
}

function obstacleOf({ product, sku }: OfferedSku, line: CartLine, isMember: boolean): JudgedLine["obstacle"] {
  if (sku.stock_status === "out_of_stock") return "soldOut";
  if (product.purchase_type === "member" && !isMember) return "members";
  const faults = wrongFields({ email: null, fields: product.form_fields, answers: line.form ?? {} });
  return Object.keys(faults).length > 0 ? "asks" : null;
}

export function judgeLine(line: CartLine, offers: readonly OfferedSku[], isMember: boolean): JudgedLine {
  const offer = offers.find(({ sku }) => sku.id === line.sku_id);
  if (!offer) return { line, offer, obstacle: "gone", min: 1, max: line.quantity };
  return {
    line,
    offer,
    obstacle: obstacleOf(offer, line, isMember),
    min: offer.product.min_quantity,
    max: mostOf(offer, line),
  };
}
