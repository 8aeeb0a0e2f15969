import { Check, Clock3, Globe, type LucideIcon, MonitorSmartphone, Store, Undo2, Zap } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { type ShownName, shownNames } from "@/lib/catalogue/admin/fields/schema";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { readUsualAnswer } from "@/lib/reports/usual-answer";
import { getShopSettings } from "../../../shop";
import { factsOf } from "./facts-of";

const icons: Record<ShownName, LucideIcon> = {
  guarantee_days: Check,
  refund_days: Undo2,
  delivery_hours: Clock3,
  region: Globe,
  platform: MonitorSmartphone,
};

/** Terms of the product and its seller, beside the price. */
export async function ProductFacts({ product, seller }: { product: ProductDetail; seller: string }) {
  const [t, { contactHours }, hours] = await Promise.all([
    getTranslations("catalogue"),
    getShopSettings(),
    readUsualAnswer(),
  ]);
  const isInstant = product.delivery === "auto";
  const facts = [
    ...(isInstant ? [{ icon: Zap, text: t("instant") }] : []),
    ...shownNames
      .filter((name) => name !== "delivery_hours" || !isInstant)
      .flatMap((name) => factsOf(product, t, [name]).map((text) => ({ icon: icons[name], text }))),
  ];
  const said = [
    t("product.soldBy", { name: seller }),
    ...(contactHours ? [contactHours] : []),
    ...(hours === null ? [] : [t("product.answers", { hours })]),
  ];
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-sm">
      {facts.map(({ icon: Icon, text }) => (
        <li key={text} className="flex min-w-0 items-center gap-1.5">
          <Icon className="size-4 shrink-0 text-brass" aria-hidden />
          <span dir="auto" className="min-w-0 break-words">
            {text}
          </span>
        </li>
      ))}
      <li className="flex min-w-0 items-center gap-1.5">
        <Store className="size-4 shrink-0 text-brass" aria-hidden />
        <span className="min-w-0 break-words">{said.join(" · ")}</span>
      </li>
    </ul>
  );
}
