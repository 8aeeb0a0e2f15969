"use client";

import { LogIn, PackageSearch, PackageX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BackLink } from "@/components/ui/back-link";
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

type BesideOrderProps = {
  orderNo: string;
  found: { order?: unknown; base: string; isLoading: boolean };
  /** This page, where the log-in leads back to. */
  here: string;
  back: string;
  children: ReactNode;
};

/** A page about an order: a way back to it, and what stands here until the order is known, or when it stays unknown. */
export function BesideOrder({ orderNo, found, here, back, children }: BesideOrderProps) {
  if (!found.order)
    return found.isLoading ? (
      <OrderSkeleton orderNo={orderNo} />
    ) : (
      <OrderUnknown orderNo={orderNo} next={here} />
    );
  const page = found.base.startsWith("/guest/") ? `/orders/${orderNo}` : `/account/orders/${orderNo}`;
  return (
    <>
      <BackLink href={page} className="mb-4">
        {back}
      </BackLink>
      {children}
    </>
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
