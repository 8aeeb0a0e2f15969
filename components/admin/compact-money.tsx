import { useLocale } from "next-intl";
import { formatMoney } from "@/components/ui/money";
import { type Locale, languageTag } from "@/messages/locales";

/** "$8.57M", where a figure has to fit; one below a hundred thousand is short enough to stand whole, and in the same signs. */
export const shortMoney = (value: string, currency: string, locale: Locale): string =>
  Math.abs(Number(value)) < 100_000
    ? formatMoney(value, currency, locale)
    : new Intl.NumberFormat(languageTag[locale], {
        style: "currency",
        currency,
        notation: "compact",
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
      }).format(value as Intl.StringNumericLiteral);

type CompactMoneyProps = { value: string; currency: string };

/** A figure that fits its card. The whole amount stands in the tooltip and is what a screen reader says. */
export function CompactMoney({ value, currency }: CompactMoneyProps) {
  const locale = useLocale();
  const whole = formatMoney(value, currency, locale);
  const short = shortMoney(value, currency, locale);
  if (short === whole) return <span className="whitespace-nowrap">{whole}</span>;
  return (
    <span className="whitespace-nowrap" title={whole}>
      <span aria-hidden>{short}</span>
      <span className="sr-only">{whole}</span>
    </span>
  );
}
