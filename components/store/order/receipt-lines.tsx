import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ui/money";
import type { OrderDetail } from "@/lib/orders/schema";

/** Lists the goods, line by line. */
export async function ReceiptLines({ order }: { order: OrderDetail }) {
  const t = await getTranslations("order.receipt");
  const { currency } = order;
  return (
    <table className="mt-6 w-full text-sm">
      <thead>
        <tr className="border-line border-b text-ink-muted">
          <th scope="col" className="py-2 pe-3 font-normal">
            {t("item")}
          </th>
          <th scope="col" className="py-2 pe-3 text-end font-normal">
            {t("quantity")}
          </th>
          <th scope="col" className="hidden py-2 pe-3 text-end font-normal sm:table-cell print:table-cell">
            {t("unitPrice")}
          </th>
          <th scope="col" className="py-2 text-end font-normal">
            {t("sum")}
          </th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.id} className="border-line border-b align-top">
            <td className="py-2.5 pe-3">
              <span className="break-words">{item.title}</span>
              {item.sku_name ? <span className="block text-ink-muted">{item.sku_name}</span> : null}
            </td>
            <td className="tabular py-2.5 pe-3 text-end">{item.quantity}</td>
            <td className="hidden py-2.5 pe-3 text-end sm:table-cell print:table-cell">
              <Money value={item.unit_price} currency={currency} />
            </td>
            <td className="py-2.5 text-end">
              <Money value={item.total_price} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
