import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import type { OrderStatus } from "@/lib/orders/state";

type OrderSearchProps = { search: string | undefined; status: OrderStatus | undefined };

/** A GET form: what was found has an address, and needs no script. */
export function OrderSearch({ search, status }: OrderSearchProps) {
  const t = useTranslations("account.orders");
  return (
    <search className="w-full sm:max-w-sm">
      <form action="/account/orders" className="flex gap-2">
        {status ? <input type="hidden" name="status" value={status} /> : null}
        <input
          type="search"
          name="search"
          maxLength={100}
          defaultValue={search ?? ""}
          aria-label={t("search")}
          placeholder={t("searchHint")}
          enterKeyHint="search"
          className="control border-line-strong"
        />
        <button
          type="submit"
          className={buttonClass("secondary", "icon", "shrink-0")}
          aria-label={t("searchButton")}
        >
          <Search aria-hidden />
        </button>
      </form>
    </search>
  );
}
