import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area, TextPlace } from "@/messages/areas";
import { MergedMessages } from "./merged-messages";

async function textsOf(places: readonly TextPlace[]) {
  const all: Record<string, Record<string, unknown>> = await getMessages();
  const messages: Record<string, Record<string, unknown>> = {};
  for (const place of places) {
    const [area, section] = place.split(".") as [Area, string?];
    messages[area] = section ? { ...messages[area], [section]: all[area]?.[section] } : { ...all[area] };
  }
  return messages;
}

/** Hands the client components of every page the texts that all of them share. */
export async function CommonMessages({ children }: { children: ReactNode }) {
  const messages = await textsOf(["common"]);
  return <NextIntlClientProvider messages={messages as never}>{children}</NextIntlClientProvider>;
}

/**
 * Hands client components the texts of their areas, or of one section of an area, beside those of the layouts around them,
 * so that a page carries neither the whole book nor one text twice.
 */
export async function ClientMessages(props: { areas: readonly TextPlace[]; children: ReactNode }) {
  return <MergedMessages messages={await textsOf(props.areas)}>{props.children}</MergedMessages>;
}
