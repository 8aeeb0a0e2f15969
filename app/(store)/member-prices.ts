import { getLocale } from "next-intl/server";
import { findMemberPrices, type MemberPrices } from "@/lib/pricing/levels/member-prices";
import { toLocale } from "@/messages/locales";
import { getViewer } from "./viewer";

/** The prices of the shopper who is logged in, where their level makes them lower. */
export async function getMemberPrices(products: readonly { id: number }[]): Promise<MemberPrices | null> {
  const viewer = await getViewer();
  if (!viewer) return null;
  return findMemberPrices(
    viewer.id,
    products.map(({ id }) => id),
    toLocale(await getLocale()),
  );
}
