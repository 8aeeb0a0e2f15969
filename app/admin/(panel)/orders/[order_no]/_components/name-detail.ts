import { findSoldProducts } from "@/lib/catalogue/sold-goods";
import type { Locale } from "@/lib/core/locale";
import { nameGoods } from "@/lib/orders/name-goods";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";

/** An order with its goods in the reader's language, whatever language its buyer read. */
export async function nameDetail(detail: AdminOrderDetail, lang: Locale): Promise<AdminOrderDetail> {
  const goods = await findSoldProducts(detail.order.items, lang);
  return { ...detail, order: nameGoods(detail.order, goods) };
}
