import { askedForShelf, perShelf, shelfRow } from "@/components/store/shelf-row";
import { listBestSellers, listProducts } from "@/lib/catalogue/queries";
import type { CategoryView, ProductSummary } from "@/lib/catalogue/schema";
import { listBanners } from "@/lib/content/queries";
import type { BannerView } from "@/lib/content/schema";
import type { Lang } from "@/lib/core/translations";
import type { HomeSection } from "@/lib/settings/look/schema";

export interface Shelf {
  category: CategoryView;
  products: ProductSummary[];
  total: number;
}

/** A section with what stands in it. A section that has nothing is left out. */
export type FilledSection =
  | { kind: "banners"; banners: BannerView[] }
  | { kind: "categories"; categories: CategoryView[] }
  | { kind: "shelf"; shelf: Shelf }
  | { kind: "best_sellers"; title: string | null; products: ProductSummary[] }
  | { kind: "text"; section: HomeSection }
  | { kind: "steps" };

const mostShelves = 6;

async function shelfOf(category: CategoryView, lang: Lang): Promise<Shelf> {
  const { products, total } = await listProducts({
    lang,
    category_id: category.id,
    sort: "default",
    page: 1,
    per_page: askedForShelf,
  });
  return { category, products: shelfRow(products), total };
}

async function fill(
  section: HomeSection,
  categories: readonly CategoryView[],
  lang: Lang,
): Promise<FilledSection[]> {
  const top = categories.filter(({ parent_id, product_count }) => parent_id === null && product_count > 0);
  const shelves = async (shown: readonly CategoryView[]): Promise<FilledSection[]> => {
    const filled = await Promise.all(shown.map((category) => shelfOf(category, lang)));
    return filled.map((shelf) => ({ kind: "shelf", shelf }));
  };
  switch (section.kind) {
    case "banners": {
      const banners = await listBanners({ position: "home", lang });
      return banners.length > 0 ? [{ kind: "banners", banners }] : [];
    }
    case "categories":
      return top.length > 1 ? [{ kind: "categories", categories: top }] : [];
    case "shelves":
      return shelves(top.slice(0, mostShelves));
    case "shelf":
      return shelves(
        categories.filter(({ slug, product_count }) => slug === section.category && product_count > 0),
      );
    case "best_sellers": {
      const products = await listBestSellers(perShelf, lang);
      return products.length > 0 ? [{ kind: "best_sellers", title: section.title, products }] : [];
    }
    case "text":
      return section.title || section.text || section.picture ? [{ kind: "text", section }] : [];
    case "steps":
      return [{ kind: "steps" }];
  }
}

/** All sections at once: one waits for none of the others. */
export async function readSections(
  sections: readonly HomeSection[],
  categories: readonly CategoryView[],
  lang: Lang,
): Promise<FilledSection[]> {
  const filled = await Promise.all(sections.map((section) => fill(section, categories, lang)));
  return filled.flat();
}

export const productsIn = (section: FilledSection): readonly ProductSummary[] =>
  section.kind === "shelf" ? section.shelf.products : section.kind === "best_sellers" ? section.products : [];
