import { RefreshCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { SkuView } from "@/lib/catalogue/schema";

/** That the chosen option is a text which is kept up to date, and for how long, said before it is paid for. */
export function LivingPromise({ living }: { living: SkuView["living"] }) {
  const t = useTranslations("catalogue.product.living");
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  if (!living) return null;
  const { days, until } = living;
  return (
    <p className="flex min-w-0 items-start gap-2 text-ink-muted text-sm">
      <RefreshCw className="mt-0.5 size-4 shrink-0 text-brass" aria-hidden />
      <span className="min-w-0">
        {t("text")}
        {days === null ? null : ` ${t("days", { days })}`}
        {until === null ? null : ` ${t("until", { date: day(until) })}`}
      </span>
    </p>
  );
}
