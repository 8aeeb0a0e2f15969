import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { Facts, PageHead, Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { LiveRefresh } from "@/components/admin/table/live-refresh";
import { ClientMessages } from "@/components/store/client-messages";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { findPurchaseId, getPurchase } from "@/lib/interconnect/agent/admin/queries";
import { findOr404 } from "../../find-or-404";
import { Decisions } from "../_components/purchase-acts";
import { Sides } from "./_components/sides";

type Props = { params: Promise<{ purchase_id: string }> };

/** Read once for the tab and the page. */
const readPurchase = cache(getPurchase);

const page = detailPage({
  list: "/admin/purchases",
  text: "admin-trade.purchases",
  permission: "interconnect:read",
  name: async (id) => (await readPurchase(id)).downstream_order_no,
});

export const generateMetadata = page.generateMetadata;

/** An alert knows the purchase by its number. */
async function leadFromNumber(number: string): Promise<void> {
  if (/^\d/.test(number)) return;
  await requirePageAdmin(`/admin/purchases/${number}`, "interconnect:read");
  redirect(`/admin/purchases/${await findOr404(() => findPurchaseId(number))}`);
}

/** Both sides of a purchase, and what a person decides where they differ. */
export default async function PurchasePage({ params }: Props) {
  const { purchase_id } = await params;
  await leadFromNumber(purchase_id);
  const { actor, id } = await page.open(purchase_id);
  const [row, t, back] = await Promise.all([
    findOr404(() => readPurchase(id)),
    getTranslations("admin-trade.purchases"),
    page.back(),
  ]);
  return (
    <ClientMessages areas={["admin-trade.purchases"]}>
      <PageHead
        title={row.downstream_order_no}
        back={back}
        badges={<StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>}
        actions={
          <>
            {hasPermission(actor, "interconnect:write") ? <Decisions row={row} /> : null}
            {row.is_open ? <LiveRefresh /> : null}
          </>
        }
      />
      {row.question || row.last_error_rule ? (
        <p
          role="status"
          className="mb-4 grid gap-1 rounded-lg border border-warn bg-surface px-4 py-3 text-sm"
        >
          {row.question ? t(`questions.${row.question}`) : null}
          <Problem told={row.last_error_rule} className="block text-danger first-letter:uppercase" />
        </p>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <Sides row={row} />
        <Panel title={t("about")}>
          <Facts
            facts={[
              {
                label: t("buyerOrder"),
                value: (
                  <Link href={`/admin/orders/${row.order_no}`} className="hover:text-pine">
                    {row.order_no}
                  </Link>
                ),
              },
              { label: t("columns.product"), value: `${row.title} × ${row.quantity}` },
              {
                label: t("columns.connection"),
                value: (
                  <Link href={`/admin/connections/${row.connection.id}`} className="hover:text-pine">
                    {row.connection.name}
                  </Link>
                ),
              },
              {
                label: t("columns.theirs"),
                value: row.upstream_order_no ? <ShortCode value={row.upstream_order_no} /> : "—",
              },
              { label: t("columns.created"), value: <DateTime value={row.created_at} /> },
            ]}
          />
        </Panel>
      </div>
    </ClientMessages>
  );
}
