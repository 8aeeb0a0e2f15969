import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import type { ClientInfo } from "@/lib/acts/actor";
import { newUuid } from "@/lib/core/ids";
import { readClient } from "@/lib/http/caller/client-info";
import type { Chooser } from "@/lib/payments/offers/decide-offer";
import { listPaymentChannels } from "@/lib/payments/queries";

/** Reads the client that asks for the page. */
export const getPageClient = cache(async (): Promise<ClientInfo> => readClient(await headers(), newUuid()));

/** Payment channels that the reader of the page may choose from, in their language. */
export async function listPageChannels(chooserAt: (client: ClientInfo) => Chooser) {
  const [client, locale] = await Promise.all([getPageClient(), getLocale()]);
  return listPaymentChannels(chooserAt(client), locale);
}
