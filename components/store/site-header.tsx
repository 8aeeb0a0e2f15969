import { CircleUserRound, Menu, PackageSearch, Search } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import type { Locale, Theme } from "@/messages/locales";
import { CartLink } from "./cart/cart-link";
import { type Mark, ShopName } from "./logo";
import { MenuLinks } from "./menu-links";
import { LanguageSwitch, ThemeSwitch } from "./preferences";
import { SearchBox } from "./search-box";
import { SearchPopover } from "./search-popover";

type HeaderLink = { href: string; label: string };

type SiteHeaderProps = {
  siteName: string;
  /** The operator's own picture instead of our mark. */
  mark: Mark;
  /** In the shop's colour instead of paper. */
  isBar: boolean;
  /** The operator's own links in place of products, news and pages. */
  links: readonly HeaderLink[] | null;
  categories: readonly { slug: string; name: string }[];
  /** The operator's own pages; all of them stand in the phone's menu. */
  pages: readonly { slug: string; title: string }[];
  viewer: { nickname: string } | null;
  /** Languages that the shop offers. */
  languages: readonly Locale[];
  /** Units in the cart of a member. */
  cartCount: number | null;
  theme: Theme;
};

const menuId = "site-menu";
const searchId = "site-search";

/** More than these leave no room for the search; the menu and the footer have all of them. */
const pagesInRow = 2;
const linksInRow = 4;

export async function SiteHeader({
  siteName,
  mark,
  isBar,
  links,
  categories,
  pages,
  viewer,
  languages,
  cartCount,
  theme,
}: SiteHeaderProps) {
  const t = await getTranslations("common.nav");
  const search = {
    search: t("search"),
    suggestions: t("suggestions"),
    from: t("from"),
    all: t("allFound"),
  };
  const usual = [
    { href: "/products", label: t("products") },
    { href: "/posts", label: t("posts") },
  ];
  const ofPages = pages.map(({ slug, title }) => ({ href: `/pages/${slug}`, label: title }));
  const lookup = { href: "/lookup", label: t("lookup") };
  /** The first ones stand in every row, the others where it is wide. */
  const first = links ? links.slice(0, 2) : usual;
  const inRow = links ? links.slice(2, linksInRow) : ofPages.slice(0, pagesInRow);
  const account = viewer ? { href: "/account", label: t("account") } : { href: "/login", label: t("login") };
  return (
    <header className="sticky top-0 z-40 print:hidden border-line border-b bg-paper">
      <div className={cx(isBar && "bar")}>
        <div className="page flex h-15 items-center gap-2 md:gap-4">
          <Link
            href="/"
            className="flex min-w-0 items-center gap-2 rounded-md py-2 font-semibold text-lg tracking-tight xl:max-w-96"
          >
            <ShopName mark={mark} siteName={siteName} className="truncate" />
          </Link>

          {/* Where the row is too short the search gives way first, then the name; the links never do. A name is cut by a fiftieth of a pixel. */}
          <SearchBox
            labels={search}
            isMember={viewer !== null}
            className="ms-auto hidden min-w-28 max-w-80 shrink-[99999] basis-80 md:block lg:me-auto lg:ms-6"
          />

          <nav aria-label={t("main")} className="hidden shrink-0 items-center gap-1 lg:flex">
            {first.map(({ href, label }) => (
              <RowLink key={`${href} ${label}`} href={href} label={label} />
            ))}
            <RowLink href={lookup.href} label={lookup.label} isOwn />
            {inRow.map(({ href, label }) => (
              <RowLink key={`${href} ${label}`} href={href} label={label} className="max-xl:hidden" />
            ))}
          </nav>

          <div className="ms-auto flex shrink-0 items-center md:ms-0 md:gap-0.5">
            <LanguageSwitch languages={languages} floats className="hidden lg:block" />
            <ThemeSwitch theme={theme} className="hidden lg:block" />
            <button
              type="button"
              popoverTarget={searchId}
              className={buttonClass("ghost", "icon", "md:hidden")}
              aria-label={t("search")}
            >
              <Search aria-hidden />
            </button>
            <Link
              href="/lookup"
              className={buttonClass("ghost", "icon", "max-[22.4rem]:hidden lg:hidden")}
              aria-label={t("lookup")}
            >
              <PackageSearch aria-hidden />
            </Link>
            <CartLink
              memberCount={cartCount}
              labels={{
                cart: t("cart.cart"),
                added: t("cart.added"),
                full: t("cart.full"),
                notKept: t("cart.notKept"),
                failed: t("cart.failed"),
                open: t("cart.open"),
              }}
            />
            <Link href={account.href} className={buttonClass("secondary", "sm", "ms-1 max-sm:hidden")}>
              <CircleUserRound aria-hidden />
              <span className="max-w-32 truncate" title={viewer?.nickname}>
                {viewer?.nickname ?? account.label}
              </span>
            </Link>
            <button
              type="button"
              popoverTarget={menuId}
              className={buttonClass("ghost", "icon", "lg:hidden")}
              aria-label={t("menu")}
            >
              <Menu aria-hidden />
            </button>
          </div>
        </div>
      </div>

      <SearchPopover id={searchId} labels={search} isMember={viewer !== null} />
      <div
        id={menuId}
        popover="auto"
        className="inset-x-0 top-15 bottom-auto max-h-[calc(100dvh-3.75rem)] w-full max-w-none overflow-y-auto border-line border-b bg-raised shadow-float open:animate-enter"
      >
        <div className="page py-5">
          <MenuLinks
            menuId={menuId}
            groups={[
              {
                title: t("products"),
                links: [
                  { href: "/products", label: t("allProducts") },
                  ...categories.map(({ slug, name }) => ({
                    href: `/products?category=${slug}`,
                    label: name,
                  })),
                ],
              },
              {
                title: t("help"),
                links: [lookup, ...(links ?? [{ href: "/posts", label: t("posts") }, ...ofPages]), account],
              },
            ]}
          />
          <div className="mt-5 flex items-start border-line border-t pt-3">
            <LanguageSwitch languages={languages} />
            <ThemeSwitch theme={theme} className="ms-auto" />
          </div>
        </div>
      </div>
    </header>
  );
}

type RowLinkProps = HeaderLink & {
  className?: string;
  /** Words of the shop, whose length is known in every language, stand whole where there is room. */
  isOwn?: boolean;
};

/** A link of the operator's may lead to another site. */
function RowLink({ href, label, className, isOwn }: RowLinkProps) {
  const classes = buttonClass("ghost", "sm", className);
  const text = (
    <span className={cx("max-w-24 truncate", isOwn && "xl:max-w-36")} title={label}>
      {label}
    </span>
  );
  return href.startsWith("/") ? (
    <Link href={href} className={classes}>
      {text}
    </Link>
  ) : (
    <a href={href} className={classes}>
      {text}
    </a>
  );
}
