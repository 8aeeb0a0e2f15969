"use client";

import { LogIn, PackageSearch, PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";

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

/** Until the browser has said whether it knows a token. Without script nothing can read the link, so it is asked for. */
export function OrderSkeleton({ orderNo }: { orderNo: string }) {
  const t = useTranslations("order");
  return (
    <>
      <noscript>
        <form
          method="post"
          action={`/orders/${encodeURIComponent(orderNo)}/open`}
          className="mb-8 flex flex-col gap-3 rounded-xl border border-line bg-surface p-5"
        >
          <h1 className="text-xl">{t("pasteTitle")}</h1>
          <label className="text-ink-muted text-sm" htmlFor="link">
            {t("pasteText")}
          </label>
          <input id="link" name="link" required maxLength={500} autoComplete="off" className="control" />
          <button type="submit" className={buttonClass()}>
            {t("pasteOpen")}
          </button>
        </form>
      </noscript>
      <div
        role="status"
        aria-label={t("loading")}
        className="flex flex-col gap-8 [noscript+&]:[@media(scripting:none)]:hidden"
      >
        <div>
          <Skeleton className="h-8 w-44" />
          <Skeleton className="mt-4 h-16 w-full" />
        </div>
        <Skeleton className="h-72 w-full" />
      </div>
    </>
  );
}
