import { ShoppingCart, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import type { ProductSummary } from "@/lib/catalogue/schema";
import { ProductPicture } from "./product-picture";
import { StockNote } from "./stock-note";

type OwnPrices = { levelName: string; byProduct: Record<number, string> };

/** Columns and width of a row, by how many goods stand on it. */
const rows: Record<string, string> = {
  1: "sm:w-1/2",
  2: "sm:grid-cols-2 lg:w-1/2",
  3: "sm:grid-cols-3",
  more: "sm:grid-cols-2 lg:grid-cols-4",
  beside: "lg:grid-cols-3",
};

/** Goods of a list that a phone or a desk may show before anybody scrolls. */
const onFirstScreen = 6;

/** Goods stand on one board: cells touch, so that the boards of a row make a single line. */
export function ProductShelf({
  products,
  own = null,
  eager = 0,
  titleAs = "h3",
  isRow = false,
  isBeside = false,
}: {
  products: readonly ProductSummary[];
  /** Prices that the reader pays as a member, by product. */
  own?: OwnPrices | null;
  /** How many pictures from the start are on the first screen. */
  eager?: number;
  /** One below the heading that the row stands under. */
  titleAs?: "h2" | "h3";
  /** One row: it scrolls sideways on a phone and leaves no hole on a desk. */
  isRow?: boolean;
  /** On a desk something stands beside it. */
  isBeside?: boolean;
}) {
  return (
    <ul
      className={cx(
        "-mx-2 gap-y-9 sm:-mx-3 sm:grid sm:overflow-x-clip",
        isRow
          ? "no-scrollbar flex snap-x overflow-x-auto max-sm:*:w-[46%] max-sm:*:shrink-0 max-sm:*:snap-start"
          : "grid grid-cols-2 overflow-x-clip",
        // A row is as long as its goods: a board of four with one or two on it would stand empty. Three share it, one stands larger.
        isRow ? (rows[products.length] ?? rows.more) : isBeside ? rows.beside : rows.more,
      )}
    >
      {products.map((product, index) => (
        <li
          key={product.slug}
          className={cx(
            "group/cell",
            // The last cell draws the rest of its board, which reaches out of it.
            !isRow &&
              index >= onFirstScreen &&
              "not-last:laid-later not-last:laid-after-paint [--laid:14.5rem] sm:[--laid:22.5rem] lg:[--laid:18.5rem]",
          )}
        >
          <ProductCard product={product} own={own} eager={index < eager} titleAs={titleAs} />
        </li>
      ))}
    </ul>
  );
}

type ProductCardProps = {
  product: ProductSummary;
  own: OwnPrices | null;
  eager: boolean;
  titleAs: "h2" | "h3";
};

function ProductCard({ product, own, eager, titleAs: Title }: ProductCardProps) {
  const t = useTranslations("catalogue");
  const ownPrice = own?.byProduct[product.id];
  const former = ownPrice ? product.price : product.original_price;
  const soldOut = product.stock_status === "out_of_stock";
  return (
    <article className="group relative flex h-full flex-col framed:mx-2 sm:framed:mx-3 framed:overflow-hidden framed:rounded-lg framed:border framed:border-line framed:bg-surface framed:pb-3.5 framed:hover:border-control">
      <div className="shelf group-last/cell:shelf-rest px-2 framed:px-0 sm:px-3">
        <div className="overflow-hidden rounded-t-lg border border-line border-b-0 bg-surface framed:border-0 unboarded:rounded-lg framed:rounded-none">
          <ProductPicture
            of={product}
            words={{ title: product.title, category: product.category.name }}
            eager={eager}
            className={cx(
              "aspect-[4/3] w-full transition-transform duration-300 ease-out group-hover:scale-[1.03]",
              soldOut && "opacity-55 grayscale-[0.7]",
            )}
          />
        </div>
      </div>
      <div className="flex flex-1 flex-col px-2 pt-3.5 sm:px-3">
        <Title
          dir="auto"
          className="line-clamp-2 break-words font-medium text-[0.9375rem] leading-snug tracking-normal"
        >
          <Link
            href={`/products/${product.slug}`}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-pine group-hover:text-pine"
          >
            {product.title}
          </Link>
        </Title>
        <div className="mt-1.5 flex items-start justify-between gap-2">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            {product.max_price === product.price ? null : (
              <span className="text-ink-muted text-xs">{t("from")}</span>
            )}
            <Money
              value={ownPrice ?? product.price}
              currency={product.currency}
              className="font-semibold text-base"
            />
            {former ? (
              <span className="text-ink-faint text-xs">
                <span className="sr-only">{t("before")} </span>
                <Money value={former} currency={product.currency} strike />
              </span>
            ) : null}
            {ownPrice ? <span className="font-medium text-ok text-xs">{own?.levelName}</span> : null}
          </p>
          {soldOut ? null : (
            // The header hears the click (cart-link.tsx); without script, or where there is something to choose, it is a link.
            <a
              href={`/products/${product.slug}`}
              data-cart-add={product.slug}
              className={buttonClass(
                "secondary",
                "icon",
                "-mt-1 relative z-10 size-9! shrink-0 after:absolute after:-inset-1.5 after:content-['']",
              )}
              aria-label={t("addToCart", { title: product.title })}
            >
              <ShoppingCart aria-hidden />
            </a>
          )}
        </div>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-muted text-xs">
          <StockNote status={product.stock_status} stock={product.stock} display={product.stock_display} />
          {product.delivery === "auto" && !soldOut ? (
            <span className="inline-flex items-center gap-1">
              <Zap className="size-3.5 text-brass" aria-hidden />
              {t("instant")}
            </span>
          ) : null}
        </p>
      </div>
    </article>
  );
}
