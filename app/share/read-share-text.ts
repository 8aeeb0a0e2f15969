import { formatMoney } from "@/components/ui/money";
import { getProduct, listCategories } from "@/lib/catalogue/queries";
import type { ProductImage } from "@/lib/catalogue/schema";
import type { ShareText } from "@/lib/content/pictures/draw-share-picture";
import { getPost } from "@/lib/content/queries";
import { isAppError } from "@/lib/core/errors";
import type { Locale } from "@/lib/core/locale";
import { inSettingsLanguage } from "@/lib/settings/in-language";
import { getSettings } from "@/lib/settings/queries";

export interface ShareWords {
  locale: Locale;
  /** Words of the home page on the shop. */
  home: string;
  from(amount: string): string;
}

const pictureOf = ({ image, whole_images }: ProductImage) => ({
  picture: image,
  isWhole: image !== null && whole_images.includes(image),
});

async function readParts([kind, slug]: readonly string[], { locale, home, from }: ShareWords) {
  if (kind === "home" && slug === undefined) return { title: home, note: null, picture: null };
  if (slug === undefined) return null;
  if (kind === "products") {
    const product = await getProduct(slug, locale);
    const amount = formatMoney(product.price, product.currency, locale);
    const note = product.max_price === product.price ? amount : from(amount);
    return { title: product.title, note, ...pictureOf(product) };
  }
  if (kind === "posts") {
    const post = await getPost(slug, locale);
    return { title: post.title, note: null, picture: post.cover };
  }
  if (kind === "categories") {
    const category = (await listCategories(locale)).find((entry) => entry.slug === slug);
    return category ? { title: category.name, note: null, picture: null } : null;
  }
  return null;
}

/** Reads the words of a page's picture, or null for a page that there is not. */
export async function readShareText(path: readonly string[], words: ShareWords): Promise<ShareText | null> {
  try {
    const [parts, settings] = await Promise.all([readParts(path, words), getSettings()]);
    return parts && { ...parts, shopName: inSettingsLanguage(settings, words.locale).siteName };
  } catch (error) {
    if (isAppError(error, "not_found")) return null;
    throw error;
  }
}
