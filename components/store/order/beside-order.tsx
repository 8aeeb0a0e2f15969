"use client";

import type { ReactNode } from "react";
import { BackLink } from "@/components/ui/back-link";
import { OrderSkeleton } from "./order-skeleton";
import { OrderUnknown } from "./order-unknown";

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
