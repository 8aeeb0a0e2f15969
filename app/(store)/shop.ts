import { cache } from "react";
import { listCategories } from "@/lib/catalogue/queries";
import { getSettings } from "@/lib/settings/queries";

/** Read once for a request, however many parts of a page ask. */
export const getCategories = cache(listCategories);

export const getShopSettings = cache(getSettings);
