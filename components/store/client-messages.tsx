import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { TextPlace } from "@/messages/areas";
import { mergeTexts, type Texts } from "./merge-texts";
import { MergedMessages } from "./merged-messages";

async function textsOf(places: readonly TextPlace[]): Promise<Texts> {
  const all = (await getMessages()) as Texts;
  return places.reduce<Texts>((messages, place) => {
    const path = place.split(".");
    const texts = path.reduce<unknown>((found, key) => (found as Texts)[key], all);
    return mergeTexts(
      messages,
      path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), texts) as Texts,
    );
  }, {});
}

/** Hands the client components of every page the texts that all of them share. */
export async function CommonMessages({ children }: { children: ReactNode }) {
  // The first three are written by the server alone, the others are handed over by the shop's frame.
  const { nav, footer, maintenance, captcha, emailCode, ...common } = (await getMessages()).common;
  return <NextIntlClientProvider messages={{ common } as never}>{children}</NextIntlClientProvider>;
}

/**
 * Hands client components the texts of their areas, or of one section of an area, beside those of the layouts around them,
 * so that a page carries neither the whole book nor one text twice.
 */
export async function ClientMessages(props: { areas: readonly TextPlace[]; children: ReactNode }) {
  return <MergedMessages messages={await textsOf(props.areas)}>{props.children}</MergedMessages>;
}
