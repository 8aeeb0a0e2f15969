import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area } from "@/messages/areas";

/**
 * Hands client components the texts of their areas and no others, so that a page does not carry the whole book.
 * A nested one replaces the outer one; `common` is always in it.
 */
export async function ClientMessages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const all = await getMessages();
  const messages = Object.fromEntries((["common", ...areas] as const).map((area) => [area, all[area]]));
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
