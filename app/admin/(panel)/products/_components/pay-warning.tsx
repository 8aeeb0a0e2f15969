import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { PaymentOutlook } from "@/lib/payments/schema";
import type { ProductDraft } from "./product-draft";

type PayWarningProps = { outlook: PaymentOutlook; status: ProductDraft["status"]; isNew: boolean };

/** Said before goods are put on sale that nobody could pay for. */
export function PayWarning({ outlook, status, isNew }: PayWarningProps) {
  const t = useTranslations("admin-sell.product");
  const warning =
    outlook === "none" && status === "active"
      ? "nobodyPays"
      : outlook === "test_only" && isNew
        ? "testEnds"
        : null;
  if (!warning) return null;
  return (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      {t.rich(warning, {
        link: (text) => (
          <Link href="/admin/channels" className="underline underline-offset-2">
            {text}
          </Link>
        ),
      })}
    </p>
  );
}
