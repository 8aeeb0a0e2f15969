import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import type { ProductSummary } from "@/lib/catalogue/schema";

type StockStatus = ProductSummary["stock_status"];

const dots: Record<StockStatus, string> = {
  in_stock: "bg-ok",
  unlimited: "bg-ok",
  low_stock: "bg-warn",
  out_of_stock: "bg-control",
};

export function StockNote({
  status,
  stock,
  className,
}: {
  status: StockStatus;
  stock: number;
  className?: string;
}) {
  const t = useTranslations("catalogue.stock");
  return (
    <span className={cx("inline-flex items-center gap-1.5", className)}>
      <span className={cx("size-1.5 rounded-full", dots[status])} aria-hidden />
      {t(status, { count: stock })}
    </span>
  );
}
