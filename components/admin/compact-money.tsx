import { useLocale } from "next-intl";
import { formatMoney } from "@/components/ui/money";
import { languageTag } from "@/messages/locales";

type CompactMoneyProps = { value: string; currency: string };

/** "$8.57M": a figure that fits its card. The whole amount stands in the tooltip and is what a screen reader says. */
export function CompactMoney({ value, currency }: CompactMoneyProps) {
  const locale = useLocale();
  const whole = formatMoney(value, currency, locale);
  if (Math.abs(Number(value)) < 100_000) return <span className="whitespace-nowrap">{whole}</span>;
  const short = new Intl.NumberFormat(languageTag[locale], {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    notation: "compact",
    maximumFractionDigits: 2,
  }).format(value as Intl.StringNumericLiteral);
  return (
    <span className="whitespace-nowrap" title={whole}>
      <span aria-hidden>{short}</span>
      <span className="sr-only">{whole}</span>
    </span>
  );
}
