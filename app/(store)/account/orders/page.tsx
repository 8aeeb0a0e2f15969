import { ChevronRight, PackageOpen } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OrderBadge } from "@/components/store/order/order-badge";
import { buttonClass } from "@/components/ui/button-class";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Money } from "@/components/ui/money";
import { Pagination } from "@/components/ui/pagination";
import { requirePageUser } from "@/lib/http/caller/session";
import { getAdoptableOrders } from "@/lib/orders/guests/adopt-orders";
import { listOwnOrders } from "@/lib/orders/queries";
import type { OrderDetail } from "@/lib/orders/schema";
import { type OrderStatus, orderStatuses } from "@/lib/orders/state";
import { readPage } from "../../read-page";
import { getViewer } from "../../viewer";
import { AdoptOrders } from "./_components/adopt-orders";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const path = "/account/orders";

function href(status: OrderStatus | undefined, page = 1): string {
  const parameters = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.orders");
  return { title: t("title") };
}

export default async function OrdersPage({ searchParams }: Props) {
  const raw = await searchParams;
  const status = orderStatuses.find((known) => known === raw.status);
  const actor = await requirePageUser(href(status));
  const [t, words, found, viewer, list] = await Promise.all([
    getTranslations("account.orders"),
    getTranslations("order.status"),
    getAdoptableOrders(actor),
    getViewer(),
    listOwnOrders(actor, { page: readPage(raw.page), per_page: 20, status }),
  ]);
  const next: Partial<Record<OrderStatus, string>> = {
    pending_payment: t("payNow"),
    delivered: t("showKeys"),
  };
  return (
    <>
      <h1 className="text-2xl">{t("title")}</h1>
      <LinkTabs
        className="mt-4"
        label={t("filter")}
        tabs={[undefined, ...orderStatuses].map((tab) => ({
          href: href(tab),
          label: tab ? words(tab) : t("all"),
          isCurrent: tab === status,
        }))}
      />
      {viewer ? <AdoptOrders count={found.count} email={viewer.email} /> : null}
      {list.orders.length === 0 ? (
        <EmptyState
          className="mt-6"
          icon={PackageOpen}
          title={status ? t("emptyFilter") : t("empty")}
          description={status ? undefined : t("emptyText")}
          action={
            <Link href="/products" className={buttonClass("secondary")}>
              {t("browse")}
            </Link>
          }
        />
      ) : (
        <ul className="mt-5 flex flex-col gap-3">
          {list.orders.map((order) => (
            <li key={order.order_no}>
              <OrderRow order={order} more={(count) => t("more", { count })} next={next[order.status]} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        className="mt-8"
        page={list.page}
        perPage={list.per_page}
        total={list.total}
        href={(page) => href(status, page)}
      />
    </>
  );
}

type OrderRowProps = {
  order: OrderDetail;
  more: (count: number) => string;
  /** The list is what the reader comes for. */
  next: string | undefined;
};

function OrderRow({ order, more, next }: OrderRowProps) {
  const [first, ...others] = order.items;
  return (
    <Link
      href={
        order.status === "pending_payment" ? `/pay/${order.order_no}` : `/account/orders/${order.order_no}`
      }
      className="flex items-center gap-4 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong"
    >
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={first?.title}>
          {first?.title}
          {first?.sku_name ? <span className="font-normal text-ink-muted"> · {first.sku_name}</span> : null}
        </p>
        <p className="text-ink-muted text-sm">
          {first ? `× ${first.quantity}` : null}
          {others.length > 0 ? ` ${more(others.length)}` : null}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint text-xs">
          <DateTime value={order.created_at} />
          <span className="font-mono">{order.order_no}</span>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5">
        <Money value={order.amount} currency={order.currency} className="font-medium" />
        <OrderBadge status={order.status} />
        {next ? <span className="text-pine text-xs">{next}</span> : null}
      </div>
      <ChevronRight className="size-4 shrink-0 text-ink-faint max-sm:hidden rtl:rotate-180" aria-hidden />
    </Link>
  );
}
