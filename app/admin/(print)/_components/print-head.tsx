import { ArrowLeft } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { PrintButton } from "@/components/ui/print-button";

/** The way back to the order, and the button; neither is printed. */
export async function PrintHead({ orderNo }: { orderNo: string }) {
  const t = await getTranslations("order.receipt");
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
      <Link
        href={`/admin/orders/${orderNo}`}
        className="inline-flex min-h-9 items-center gap-1.5 text-ink-muted text-sm hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
        {t("back")}
      </Link>
      <PrintButton label={t("print")} />
    </div>
  );
}
