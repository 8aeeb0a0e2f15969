"use client";

import { LogIn, PackageSearch, PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";

/** `next`: where it leads after the log-in. */
export function OrderUnknown({ orderNo, next = `/orders/${orderNo}` }: { orderNo: string; next?: string }) {
  const t = useTranslations("order");
  return (
    <EmptyState
      icon={PackageX}
      titleAs="h1"
      title={t("notFoundTitle")}
      description={t("notFoundText")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link href={`/lookup?order_no=${encodeURIComponent(orderNo)}`} className={buttonClass()}>
            <PackageSearch aria-hidden />
            {t("findOrder")}
          </Link>
          <Link href={`/login?next=${encodeURIComponent(next)}`} className={buttonClass("secondary")}>
            <LogIn aria-hidden />
            {t("login")}
          </Link>
        </div>
      }
    />
  );
}
