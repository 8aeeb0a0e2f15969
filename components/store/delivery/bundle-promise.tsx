import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { SkuView } from "@/lib/catalogue/schema";

type Part = NonNullable<SkuView["parts"]>[number];

const nameOf = ({ title, sku_name }: Part) => (sku_name ? `${title} · ${sku_name}` : title);

/** Lists the parts of the chosen option, before it is paid for. */
export function BundlePromise({ parts }: { parts: SkuView["parts"] }) {
  const t = useTranslations("catalogue.product.bundle");
  if (!parts || parts.length === 0) return null;
  return (
    <section aria-label={t("title")} className="rounded-lg border border-line bg-sunken/50 px-4 py-3 text-sm">
      <p className="flex items-center gap-2 font-medium text-sm">
        <Package className="size-4 shrink-0 text-brass" aria-hidden />
        {t("title")}
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-ink-muted">
        {parts.map((part) => {
          const units = t("units", { count: part.quantity, name: nameOf(part) });
          return (
            <li key={part.sku_id} className="min-w-0 break-words">
              {part.slug ? (
                <Link href={`/products/${part.slug}`} className="hover:text-pine hover:underline">
                  {units}
                </Link>
              ) : (
                units
              )}
              {part.kind === "none" ? ` · ${t("byHand")}` : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
