import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ProfitGrouping, ProfitReport, ProfitReportRow } from "@/lib/reports/schema";

interface GroupNameProps {
  by: ProfitGrouping;
  row: ProfitReportRow;
  conversion: ProfitReport["conversion"];
}

const places: Partial<Record<ProfitGrouping, string>> = {
  product: "/admin/products/",
  sku: "/admin/products/",
  channel: "/admin/channels/",
  buyer: "/admin/sites/",
  supplier: "/admin/connections/",
  coupon: "/admin/coupons/",
};

/** Names who or what the row of a breakdown is about. */
export function GroupName({ by, row, conversion }: GroupNameProps) {
  const t = useTranslations("admin-sell.profit");
  const status = useTranslations("admin.status");
  const format = useFormatter();
  if (row.kind === "rest") return <span className="text-ink-muted">{t("rest")}</span>;
  if (row.kind === "none") return <span className="text-ink-muted">{t(`none.${by}`)}</span>;
  const id = by === "sku" ? row.product_id : row.id;
  const name = row.name ?? (row.buyer ? status(`buyer.${row.buyer}`) : t("gone"));
  const attempts = by === "channel" ? conversion.find(({ channel_id }) => channel_id === row.id) : undefined;
  const place = places[by];
  const words = (
    <>
      <span className="font-medium">{name}</span>
      {row.detail ? <span className="text-ink-muted"> · {row.detail}</span> : null}
    </>
  );
  return (
    <>
      {place && id !== null && row.name !== null ? (
        <Link href={`${place}${id}`} className="wrap-anywhere hover:text-pine">
          {words}
        </Link>
      ) : (
        <span className="wrap-anywhere">{words}</span>
      )}
      {attempts ? (
        <span className="block text-ink-faint text-xs">
          {t("paidOf", {
            paid: attempts.paid,
            begun: attempts.begun,
            share: format.number(attempts.paid / attempts.begun, {
              style: "percent",
              maximumFractionDigits: 1,
            }),
          })}
        </span>
      ) : null}
      {row.uncosted > 0 ? (
        <span className="block text-warn text-xs">{t("uncosted", { count: row.uncosted })}</span>
      ) : null}
    </>
  );
}
