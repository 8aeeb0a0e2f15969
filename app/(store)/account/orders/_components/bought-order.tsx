import { Gift } from "lucide-react";
import { useTranslations } from "next-intl";
import { BuyAgain } from "@/components/store/order/buy-again";
import { OrderBadge } from "@/components/store/order/order-badge";
import { type OrderedLine, orderedLines } from "@/components/store/order/ordered-lines";
import { ProductPicture } from "@/components/store/product-picture";
import { buttonClass } from "@/components/ui/button-class";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import type { SoldProducts } from "@/lib/catalogue/schema";
import type { OrderDetail } from "@/lib/orders/schema";

/** More lines than this stand on the order's own page. */
const shownLines = 4;

type BoughtOrderProps = { order: OrderDetail; goods: SoldProducts };

/** Order with pictures of its goods, and with the two things that its buyer comes back for. */
export function BoughtOrder({ order, goods }: BoughtOrderProps) {
  const t = useTranslations("account.orders");
  const lines = orderedLines(order.items);
  const waits = order.status === "pending_payment";
  const href = waits ? `/pay/${order.order_no}` : `/account/orders/${order.order_no}`;
  const isDelivered = order.status === "delivered";
  const areKeys = order.items.every(({ kind }) => kind === "card_key");
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const act = waits ? t("payNow") : isDelivered ? t(areKeys ? "showKey" : "showKeys", { count }) : t("open");
  return (
    <article
      aria-labelledby={`name-${order.order_no}`}
      className="relative rounded-lg border border-line bg-surface hover:border-line-strong"
    >
      <header className="flex items-center justify-between gap-x-4 border-line border-b px-4 py-2.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-ink-muted text-xs">
          <DateTime value={order.created_at} />
          <span className="font-mono">{order.order_no}</span>
        </p>
        <OrderBadge status={order.status} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3.5 p-4">
        <div className="flex flex-col gap-3 sm:row-span-2">
          <ul className="flex flex-col gap-3">
            {lines.slice(0, shownLines).map((line, index) => (
              <li key={line.key} className="flex items-start gap-3.5">
                <ProductPicture
                  of={goods[line.product_id] ?? { slug: line.slug }}
                  className="aspect-[4/3] w-20 shrink-0 rounded-md border border-line sm:w-24"
                />
                <Line line={line} href={href} {...(index === 0 ? { id: `name-${order.order_no}` } : {})} />
              </li>
            ))}
          </ul>
          {lines.length > shownLines ? (
            <p className="text-ink-muted text-sm">{t("more", { count: lines.length - shownLines })}</p>
          ) : null}
          {order.gift ? (
            <p className="flex items-start gap-1.5 text-ink-muted text-sm">
              <Gift className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span className="min-w-0 break-words">{t("giftFor", { email: order.gift.email })}</span>
            </p>
          ) : null}
        </div>
        <Money value={order.amount} currency={order.currency} className="text-end font-semibold" />
        <div className="relative z-10 flex flex-wrap gap-2 max-sm:col-span-2 max-sm:*:flex-1 sm:self-end">
          {waits ? null : <BuyAgain order={order} goods={goods} variant="ghost" size="md" />}
          <Link href={href} className={buttonClass(waits ? "primary" : "secondary")}>
            {act}
          </Link>
        </div>
      </div>
    </article>
  );
}

function Line({ line, href, id }: { line: OrderedLine; href: string; id?: string }) {
  return (
    <div className="min-w-0 flex-1">
      <h2 id={id} dir="auto" className="line-clamp-2 break-words font-medium text-base tracking-normal">
        {/* The first name opens the order from anywhere on its card. */}
        <Link href={href} className={id ? "hover:text-pine after:absolute after:inset-0" : "hover:text-pine"}>
          {line.title}
        </Link>
      </h2>
      <p className="break-words text-ink-muted text-sm">
        {line.sku_name ? <span dir="auto">{line.sku_name} </span> : null}
        <span className="tabular">× {line.quantity}</span>
      </p>
      {line.parts.length > 0 ? (
        <p dir="auto" className="line-clamp-2 break-words text-ink-faint text-xs">
          {line.parts.join(" · ")}
        </p>
      ) : null}
    </div>
  );
}
