import type { SaleRule } from "../catalogue/sale-rule";
import type { SecretKind } from "../catalogue/schema";
import type { Locale } from "../core/locale";
import type { Cents } from "../core/money";
import type { ReductionKind } from "./schema";

export type QuoteBuyer =
  /** `email` is canonical; null while a guest has not typed one yet (preview). */
  | { kind: "guest"; email: string | null }
  | { kind: "user"; userId: number; email: string }
  | { kind: "site"; siteId: number };

export interface QuoteRequest {
  lines: readonly { productId: number; skuId: number | null; quantity: number }[];
  buyer: QuoteBuyer;
  couponCode: string | null;
  /** The buyer's language; without it the texts are the shop's own. */
  lang?: Locale;
  at: Date;
}

/** The bundle that a part is sold in, as it was then. */
export interface SoldIn {
  /** Which line of the order it was: 1, 2, 3 … among its bundles. */
  line: number;
  productId: number;
  skuId: number;
  slug: string;
  title: string;
  skuName: string | null;
  quantity: number;
}

/** By how many days what an earlier order delivered goes on. */
interface SoldRenewal {
  /** The item that delivered it. */
  itemId: number;
  licenseId: number | null;
  licenseDays: number | null;
  accessDays: number | null;
  /** Answers of its buyer at that time. */
  form: unknown;
}

export interface OrderQuoteLine {
  productId: number;
  /** The product's own category, and the one above it. */
  categoryIds: number[];
  skuId: number;
  slug: string;
  title: string;
  skuName: string | null;
  quantity: number;
  /** Price of the list, before levels, wholesale and coupon. */
  listUnitCents: Cents;
  unitPriceCents: Cents;
  /** unit price × quantity less this line's share of the coupon. */
  totalCents: Cents;
  costCents: Cents | null;
  delivery: "auto" | "manual";
  autoSecretKind: SecretKind;
  source: "local" | "upstream";
  /** Codes of the option's further goods (lib/fulfillment). */
  fulfillers: readonly string[];
  /** Null: the oldest free key. */
  sale: SaleRule | null;
  /** The public label of the one key that the buyer chose. */
  pick?: string;
  /** Part of an earlier order that it renews. */
  renewal?: SoldRenewal;
  purchaseType: "guest" | "member";
  instructions: string | null;
  /** Hours that the shop named for what a person prepares. */
  deliveryHours: number | null;
  formFields: unknown;
  /** Parts of a bundle, which become items of the order instead of it. Their totals sum to its own. */
  parts?: OrderQuoteLine[];
  bundle?: SoldIn;
}

export interface Reduction {
  kind: ReductionKind;
  /** The level's name or the coupon's code. */
  name: string | null;
  cents: Cents;
}

export interface OrderQuote {
  currency: string;
  memberLevelId: number | null;
  coupon: { id: number; code: string } | null;
  originalCents: Cents;
  discountCents: Cents;
  amountCents: Cents;
  /** Parts of `discountCents`, to the cent. */
  reductions: Reduction[];
  lines: OrderQuoteLine[];
}
