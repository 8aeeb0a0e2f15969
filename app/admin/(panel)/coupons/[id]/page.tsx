import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { DeleteAction } from "@/components/admin/form/row-actions";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { OrderLink } from "@/components/admin/table/cells";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { listProductNames } from "@/lib/catalogue/admin/admin-queries";
import { getCoupon, listCouponUses, listLevelChoices } from "@/lib/pricing/admin-queries";
import { getSettings } from "@/lib/settings/queries";
import { findOr404 } from "../../find-or-404";
import { couponFields, couponState, couponTones } from "../coupon-fields";

type Props = { params: Promise<{ id: string }> };

/** Read once for the tab and the page. */
const readCoupon = cache(getCoupon);

const page = detailPage({
  list: "/admin/coupons",
  text: "admin-people.coupons",
  permission: "marketing:read",
  name: async (id) => (await readCoupon(id)).code,
});

export const generateMetadata = page.generateMetadata;

export default async function CouponPage({ params }: Props) {
  const { actor, id } = await page.open((await params).id);
  const mayWrite = hasPermission(actor, "marketing:write");
  const [coupon, uses, products, levels, { currency }, t, form] = await Promise.all([
    findOr404(() => readCoupon(id)),
    listCouponUses(id),
    listProductNames(),
    listLevelChoices(),
    getSettings(),
    getTranslations("admin-people.coupons"),
    getTranslations("admin.form"),
  ]);
  const state = couponState(coupon);
  return (
    <>
      <PageHead
        title={<span className="font-mono">{coupon.code}</span>}
        back={await page.back()}
        badges={<StateBadge tone={couponTones[state]}>{t(`states.${state}`)}</StateBadge>}
        actions={
          mayWrite && coupon.used_count === 0 ? (
            <DeleteAction
              title={t("deleteTitle", { code: coupon.code })}
              description={t("deleteText")}
              path={`/admin/coupons/${id}`}
              goTo="/admin/coupons"
            />
          ) : null
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Panel title={t("edit")}>
          <fieldset disabled={!mayWrite}>
            <SpecForm
              fields={couponFields(coupon, { products, levels }, t)}
              write={{ path: `/admin/coupons/${id}`, method: "PUT", success: form("saved") }}
              submitLabel={form("save")}
            />
          </fieldset>
        </Panel>
        <Panel title={t("uses")} flush>
          {uses.length === 0 ? (
            <p className="border-line border-t px-4 py-6 text-center text-ink-faint text-sm">
              {t("usesNone")}
            </p>
          ) : null}
          <ul className="max-h-[40rem] overflow-y-auto border-line border-t empty:border-t-0">
            {uses.map((use) => (
              <li key={use.order_no} className="border-line border-t px-4 py-2 text-sm first:border-t-0">
                <span className="flex items-center justify-between gap-3">
                  <OrderLink orderNo={use.order_no} />
                  <Money value={use.discount_amount} currency={currency} />
                </span>
                <span className="flex items-center justify-between gap-3 text-ink-faint text-xs">
                  <span className="min-w-0 truncate" title={use.email ?? undefined}>
                    {use.email}
                  </span>
                  <span className="flex shrink-0 items-center gap-2">
                    <DateTime value={use.created_at} />
                    <StateBadge state={use.status}>{t(`useStates.${use.status}`)}</StateBadge>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
