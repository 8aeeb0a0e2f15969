import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import type { ProductSummary } from "@/lib/catalogue/schema";

type StockStatus = ProductSummary["stock_status"];
type StockDisplay = ProductSummary["stock_display"];

const dots: Record<StockStatus, string> = {
  in_stock: "bg-ok",
  unlimited: "bg-ok",
  low_stock: "bg-warn",
  out_of_stock: "bg-control",
};

function textOf(status: StockStatus, display: StockDisplay) {
  if (status === "low_stock" && display !== "exact") return "few";
  return status === "in_stock" && display === "range" ? "at_least" : status;
}

export function StockNote({
  status,
  stock,
  display,
  className,
}: {
  status: StockStatus;
  stock: number;
  display: StockDisplay;
  className?: string;
}) {
  const t = useTranslations("catalogue.stock");
  return (
    <span className={cx("inline-flex items-center gap-1.5", className)}>
      <span className={cx("size-1.5 rounded-full", dots[status])} aria-hidden />
      {t(textOf(status, display), { count: stock })}
    </span>
  );
}
