import { getLocale } from "next-intl/server";
import { cache } from "react";
import { getAdminSku } from "@/lib/catalogue/admin/admin-queries";
import { toLocale } from "@/messages/locales";

/** An option in the reader's language, read once for the tab and the page. */
export const readOption = cache(async (id: number) => getAdminSku(id, toLocale(await getLocale())));
