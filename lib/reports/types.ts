import type { BuyerKind } from "../orders/state";
export interface ShortProduct {
  product_id: number;
  title: string;
  sku_id: number;
  sku_name: string;
  available: number;
  low_at: number;
}

export interface WaitingOrder {
  order_no: string;
  fulfillment_status: "failed" | "processing" | "held";
  title: string;
  buyer: BuyerKind;
  amount: string;
  currency: string;
  paid_at: string | null;
}

export interface FailingCallback {
  site_id: number;
  site: string;
  failed: number;
  waiting: number;
  last_error: string | null;
  since: string | null;
}
