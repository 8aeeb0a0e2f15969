import { getLocale, getTranslations } from "next-intl/server";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { namedCurrency } from "@/components/ui/money";
import { type Mark, ShopName } from "./logo";

type SiteFooterProps = {
  siteName: string;
  mark: Mark;
  /** The operator's own links in place of those about the shop. */
  links: readonly { href: string; label: string }[] | null;
  contact: string | null;
  /** Without a mail server nothing may promise a mail. */
  sendsMail: boolean;
  currency: string;
  taxNote: string | null;
  hasImprint: boolean;
  hasGuide: boolean;
  /** The operator's own. */
  pages: readonly { slug: string; title: string }[];
};

/** A contact is whatever the operator typed: an address becomes a link, anything else stays text. */
function contactHref(contact: string): string | null {
  if (/^https?:\/\/\S+$/i.test(contact)) return contact;
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  return null;
}

export async function SiteFooter(props: SiteFooterProps) {
  const { siteName, mark, links, contact, sendsMail, currency, taxNote, hasImprint, hasGuide, pages } = props;
  const t = await getTranslations("common");
  const link =
    "inline-flex min-h-9 items-center text-ink-muted hover:text-ink hover:underline underline-offset-4";
  const usual = [
    { href: "/products", label: t("nav.allProducts") },
    { href: "/lookup", label: t("nav.lookup") },
    { href: "/posts", label: t("nav.posts") },
  ];
  const href = contact ? contactHref(contact) : null;
  return (
    <footer className="laid-later mt-20 print:hidden border-line border-t bg-sunken/50">
      <div
        className={cx(
          "page grid gap-8 py-10 text-sm",
          pages.length > 0 ? "sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]" : "sm:grid-cols-[2fr_1fr_1fr]",
        )}
      >
        <div className={cx("max-w-sm", pages.length > 0 && "sm:max-lg:col-span-3")}>
          <p className="flex items-center gap-2 font-semibold text-base">
            <ShopName mark={mark} siteName={siteName} />
          </p>
          <p className="mt-2 text-ink-muted">{t(sendsMail ? "footer.promise" : "footer.promisePage")}</p>
          {contact ? (
            <p className="mt-3 text-ink-muted">
              {t("footer.contact")}{" "}
              {href ? (
                <a href={href} className="break-all text-pine underline underline-offset-4">
                  {contact}
                </a>
              ) : (
                <span className="break-words text-ink">{contact}</span>
              )}
            </p>
          ) : null}
        </div>
        <nav aria-label={t("footer.shop")}>
          <p className="mb-1 font-medium">{t("footer.shop")}</p>
          <ul>
            {(links ?? usual).map(({ href, label }) => (
              <li key={`${href} ${label}`}>
                {href.startsWith("/") ? (
                  <Link className={link} href={href}>
                    {label}
                  </Link>
                ) : (
                  <a className={link} href={href}>
                    {label}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t("footer.rules")}>
          <p className="mb-1 font-medium">{t("footer.rules")}</p>
          <ul>
            <li>
              <Link className={link} href="/legal/terms">
                {t("footer.terms")}
              </Link>
            </li>
            <li>
              <Link className={link} href="/legal/privacy">
                {t("footer.privacy")}
              </Link>
            </li>
            <li>
              <Link className={link} href="/legal/refunds">
                {t("footer.refunds")}
              </Link>
            </li>
            {hasImprint ? (
              <li>
                <Link className={link} href="/legal/imprint">
                  {t("footer.imprint")}
                </Link>
              </li>
            ) : null}
          </ul>
        </nav>
        {pages.length > 0 ? (
          <nav aria-label={t("footer.pages")} className="min-w-0">
            <p className="mb-1 font-medium">{t("footer.pages")}</p>
            <ul>
              {pages.map(({ slug, title }) => (
                <li key={slug}>
                  <Link className={cx(link, "max-w-full break-words")} href={`/pages/${slug}`}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <p className="col-span-full text-ink-muted text-xs">
          {t("footer.bottom", {
            year: String(new Date().getFullYear()),
            siteName,
            ...namedCurrency(currency, await getLocale()),
          })}
          {taxNote ? ` · ${taxNote}` : null}
          {hasGuide ? (
            <>
              {" · "}
              <Link href="/docs" className="underline-offset-4 hover:text-ink hover:underline">
                {t("footer.guide")}
              </Link>
            </>
          ) : null}
        </p>
      </div>
    </footer>
  );
}
