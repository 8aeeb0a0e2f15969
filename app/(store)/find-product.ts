import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { getProduct } from "@/lib/catalogue/queries";
import { isAppError } from "@/lib/core/errors";

/** The product that an address names, in the reader's language, read once for a page; without one the page says so. */
export const findProduct = cache(async (slug: string) => {
  try {
    return await getProduct(slug, await getLocale());
  } catch (problem) {
    if (isAppError(problem, "not_found")) notFound();
    throw problem;
  }
});
