import { PackageOpen, SearchX, X } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { SearchForm } from "@/components/store/search-form";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Pagination } from "@/components/ui/pagination";
import { findSoldProducts } from "@/lib/catalogue/sold-goods";
import { requirePageUser } from "@/lib/http/caller/session";
import { getAdoptableOrders } from "@/lib/orders/guests/adopt-orders";
import { nameGoods } from "@/lib/orders/name-goods";
import { listOwnOrders } from "@/lib/orders/queries";
import { orderListQuery } from "@/lib/orders/schema";
import { orderStatuses } from "@/lib/orders/state";
import { readPage } from "../../read-page";
import { getViewer } from "../../viewer";
import { AdoptOrders } from "./_components/adopt-orders";
import { BoughtOrder } from "./_components/bought-order";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };
type Shown = { status?: string | undefined; search?: string | undefined; page?: number };

const path = "/account/orders";

function href({ status, search, page = 1 }: Shown): string {
  const parameters = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.orders");
  return { title: t("title") };
}

/** Everything that an account has bought, which is where it begins. */
export default async function OrdersPage({ searchParams }: Props) {
  const raw = await searchParams;
  const status = orderStatuses.find((known) => known === raw.status);
  // A mistyped or shared address still shows the list.
  const search = orderListQuery.shape.search.catch(undefined).parse(raw.search || undefined);
  const actor = await requirePageUser(href({ status, search }));
  const [t, words, lang, found, viewer, list] = await Promise.all([
    getTranslations("account.orders"),
    getTranslations("order.status"),
    getLocale(),
    getAdoptableOrders(actor),
    getViewer(),
    listOwnOrders(actor, { page: readPage(raw.page), per_page: 20, status, search }),
  ]);
  const goods = await findSoldProducts(
    list.orders.flatMap(({ items }) => items),
    lang,
  );
  const isWhole = !status && !search;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl">{t("title")}</h1>
        {isWhole && list.total === 0 ? null : (
          <SearchForm
            action={path}
            search={search}
            label={t("search")}
            placeholder={t("searchHint")}
            button={t("searchButton")}
            kept={status ? [["status", status]] : []}
            className="w-full sm:max-w-sm"
          />
        )}
      </div>
      <LinkTabs
        className="mt-4"
        label={t("filter")}
        tabs={[undefined, ...orderStatuses].map((tab) => ({
          href: href({ status: tab, search }),
          label: tab ? words(tab) : t("all"),
          isCurrent: tab === status,
        }))}
      />
      {search ? (
        <p role="status" className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-muted text-sm">
          <span className="min-w-0 break-words">{t("foundCount", { count: list.total, search })}</span>
          <Link href={href({ status })} className={buttonClass("soft", "sm")}>
            {t("clearSearch")}
            <X aria-hidden />
          </Link>
        </p>
      ) : null}
      {viewer && !search ? <AdoptOrders count={found.count} email={viewer.email} /> : null}
      {list.orders.length === 0 ? (
        <EmptyState
          className="mt-6"
          icon={search ? SearchX : PackageOpen}
          title={search ? t("emptySearch") : status ? t("emptyFilter") : t("empty")}
          description={search ? t("emptySearchText") : status ? undefined : t("emptyText")}
          action={
            <Link href={isWhole ? "/products" : path} className={buttonClass("secondary")}>
              {isWhole ? t("browse") : t("showAll")}
            </Link>
          }
        />
      ) : (
        <ul className="mt-5 flex flex-col gap-4">
          {list.orders.map((order) => (
            <li key={order.order_no}>
              <BoughtOrder order={nameGoods(order, goods)} goods={goods} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        className="mt-8"
        page={list.page}
        perPage={list.per_page}
        total={list.total}
        href={(page) => href({ status, search, page })}
      />
    </>
  );
}
