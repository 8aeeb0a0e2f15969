import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area, TextPlace } from "@/messages/areas";

/**
 * Hands client components the texts of their areas, or of one section of an area, and no others, so that a page does not
 * carry the whole book. A nested one replaces the outer one; `common` is always in it.
 */
export async function ClientMessages(props: { areas: readonly TextPlace[]; children: ReactNode }) {
  const all: Record<string, Record<string, unknown>> = await getMessages();
  const messages: Record<string, Record<string, unknown>> = {};
  for (const place of ["common", ...props.areas]) {
    const [area, section] = place.split(".") as [Area, string?];
    messages[area] = section ? { ...messages[area], [section]: all[area]?.[section] } : { ...all[area] };
  }
  return <NextIntlClientProvider messages={messages as never}>{props.children}</NextIntlClientProvider>;
}
