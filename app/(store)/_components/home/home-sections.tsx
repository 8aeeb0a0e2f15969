import { ArrowRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { ProductShelf } from "@/components/store/product-card";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import type { CategoryView } from "@/lib/catalogue/schema";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import type { HomeSection } from "@/lib/settings/look/schema";
import { BannerRail } from "./banner-rail";
import { HowItWorks } from "./how-it-works";
import { type FilledSection, productsIn, type Shelf } from "./read-sections";

/** The first section may be on the first screen, and its picture be the largest there. */
const laidLater = (index: number): string =>
  index === 0 ? "" : "laid-later laid-after-paint [--laid:17.5rem] sm:[--laid:20rem] lg:[--laid:26rem]";

type Own = ComponentProps<typeof ProductShelf>["own"];

/** Sections as the look puts them in order. Pictures of goods that come first are on the first screen. */
export async function HomeSections({ sections, own }: { sections: readonly FilledSection[]; own: Own }) {
  const firstIsGoods = sections[0] !== undefined && productsIn(sections[0]).length > 0;
  return Object.entries(sections).map(([place, section]) => (
    <Section
      key={place}
      section={section}
      index={Number(place)}
      own={own}
      eager={place === "0" && firstIsGoods ? 4 : 0}
    />
  ));
}

type SectionProps = { section: FilledSection; index: number; own: Own; eager: number };

async function Section({ section, index, own, eager }: SectionProps): Promise<ReactNode> {
  const id = `section-${index}`;
  switch (section.kind) {
    case "banners":
      return (
        <div className={index === 0 ? "mt-4" : "mt-14"}>
          <BannerRail banners={section.banners} />
        </div>
      );
    case "categories":
      return <CategoryTiles id={id} index={index} categories={section.categories} />;
    case "shelf":
      return <ShelfSection index={index} shelf={section.shelf} own={own} eager={eager} />;
    case "best_sellers":
      return (
        <section aria-labelledby={id} className={cx(laidLater(index), "mt-14")}>
          <h2 id={id} className="mb-5 text-xl">
            {section.title ?? (await getTranslations("catalogue.home"))("bestSellers")}
          </h2>
          <ProductShelf products={section.products} own={own} eager={eager} isRow />
        </section>
      );
    case "text":
      return <TextSection id={id} section={section.section} />;
    case "steps":
      return <HowItWorks sendsMail={await hasMailServer()} />;
  }
}

type ShelfProps = { shelf: Shelf; index: number; own: Own; eager: number };

async function ShelfSection({ shelf, index, own, eager }: ShelfProps) {
  const t = await getTranslations("catalogue.home");
  const { category, products, total } = shelf;
  return (
    <section aria-labelledby={`shelf-${category.slug}`} className={cx(laidLater(index), "mt-14")}>
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id={`shelf-${category.slug}`} className="min-w-0 truncate text-xl" title={category.name}>
          {category.name}
        </h2>
        <Link
          href={`/products?category=${category.slug}`}
          className="inline-flex min-h-9 shrink-0 items-center gap-1 font-medium text-pine text-sm hover:text-pine-strong"
        >
          {t("all")}
          <span className="sr-only">{category.name}</span>
          <span className="tabular text-ink-faint">{total}</span>
          <ArrowRight className="size-4 rtl:rotate-180" aria-hidden />
        </Link>
      </div>
      <ProductShelf products={products} own={own} eager={eager} isRow />
    </section>
  );
}

type TilesProps = { id: string; index: number; categories: readonly CategoryView[] };

async function CategoryTiles({ id, index, categories }: TilesProps) {
  const t = await getTranslations("catalogue.home");
  return (
    <section aria-labelledby={id} className={cx(laidLater(index), "mt-14")}>
      <h2 id={id} className="mb-5 text-xl">
        {t("categories")}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {categories.map((category) => (
          <li key={category.id}>
            <Link
              href={`/products?category=${category.slug}`}
              className="flex h-full min-h-16 items-center gap-3 rounded-lg border border-line bg-surface p-3.5 font-medium hover:border-control hover:text-pine"
            >
              {category.icon ? (
                <img
                  src={category.icon}
                  alt=""
                  width={32}
                  height={32}
                  loading="lazy"
                  className="size-8 shrink-0 object-contain"
                />
              ) : null}
              <span className="min-w-0 flex-1 break-words">{category.name}</span>
              <span className="tabular text-ink-faint text-sm">{category.product_count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function TextSection({ id, section }: { id: string; section: HomeSection }) {
  const t = await getTranslations("catalogue.home");
  const { title, text, picture, link } = section;
  return (
    <section
      {...(title ? { "aria-labelledby": id } : {})}
      className={cx(
        "mt-14 grid items-center gap-6 overflow-hidden rounded-xl border border-line bg-surface",
        picture && "md:grid-cols-2",
      )}
    >
      {picture ? (
        <img
          src={picture}
          alt=""
          width={800}
          height={500}
          loading="lazy"
          className="aspect-[16/10] size-full object-cover md:order-last"
        />
      ) : null}
      <div className={cx("p-6 md:p-10", !picture && "mx-auto max-w-3xl text-center")}>
        {title ? (
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
        ) : null}
        {text ? <p className="mt-3 whitespace-pre-line break-words text-ink-muted">{text}</p> : null}
        {link ? (
          <a href={link} className={buttonClass("secondary", "md", "mt-5")}>
            {t("more")}
            {title ? <span className="sr-only">: {title}</span> : null}
          </a>
        ) : null}
      </div>
    </section>
  );
}
