import { useLocale } from "next-intl";
import { decimalsOf, writeAmount } from "@/lib/core/money";
import { type Locale, languageTag } from "@/messages/locales";
import { cx } from "./cx";

const formats = new Map<string, Intl.NumberFormat>();

/** A wire amount ("12.90") in the reader's manner. Formatted from the string: it never becomes a float. */
export function formatMoney(value: string, currency: string, locale: Locale): string {
  const written = writeAmount(value, currency);
  // A fraction that is there in a currency without decimals is shown all the same.
  const decimals = decimalsOf(currency) || (written.includes(".") ? 2 : 0);
  const key = `${locale} ${currency} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(languageTag[locale], {
      style: "currency",
      currency,
      // "US$" for a reader whose own dollar or yuan would look the same.
      currencyDisplay: "symbol",
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format.format(written as Intl.StringNumericLiteral);
}

/** A currency for a text about it: some languages name it, others give its code. */
export const namedCurrency = (currency: string, locale: Locale): { currency: string; name: string } => ({
  currency,
  name: new Intl.DisplayNames(languageTag[locale], { type: "currency" }).of(currency) ?? currency,
});

/** An amount of another shop, whose currency may not be known. */
export const ForeignMoney = ({ value, currency }: { value: string; currency: string | null }) =>
  currency === null ? <span className="tabular">{value}</span> : <Money value={value} currency={currency} />;

type MoneyProps = { value: string; currency: string; className?: string; strike?: boolean; sign?: "+" | "−" };

export function Money({ value, currency, className, strike, sign }: MoneyProps) {
  const text = `${sign ?? ""}${formatMoney(value, currency, useLocale())}`;
  const classes = cx("money", className);
  return strike ? <s className={classes}>{text}</s> : <span className={classes}>{text}</span>;
}
