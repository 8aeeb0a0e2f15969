import { getLocale } from "next-intl/server";
import { formatMoney } from "@/components/ui/money";
import { getSettings } from "@/lib/settings/queries";

/** Writes amounts of the shop's currency as the reader of the page writes them. */
export async function shopMoney(): Promise<(value: string) => string> {
  const [{ currency }, locale] = await Promise.all([getSettings(), getLocale()]);
  return (value) => formatMoney(value, currency, locale);
}
