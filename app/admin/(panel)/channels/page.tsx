import { CreditCard } from "lucide-react";
import { getFormatter } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { shopMoney } from "@/app/admin/_frame/shop-money";
import { ArrangeDialog } from "@/components/admin/arrange-dialog";
import { ListPage } from "@/components/admin/list-page";
import type { ListColumns } from "@/components/admin/table/columns";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { listAdminChannels } from "@/lib/payments/admin-queries";
import type { AdminChannelView } from "@/lib/payments/channels/schema";
import { AddPaymentChannel } from "./add-payment-channel";
import { providerName } from "./channel-fields";
import { ChannelState } from "./channel-state";
import { offerSummary } from "./offer-fields";

const page = adminPage({
  path: "/admin/channels",
  text: "admin-money.channels",
  icon: CreditCard,
  permission: "payments:read",
  menu: { group: "money" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ t, may }) => {
  const mayWrite = may("payments:write");
  const [channels, format, money] = await Promise.all([listAdminChannels(), getFormatter(), shopMoney()]);
  const limits = (row: AdminChannelView) =>
    [
      row.min_amount === null ? null : t("fromAmount", { min: money(row.min_amount) }),
      row.max_amount === null ? null : t("toAmount", { max: money(row.max_amount) }),
    ]
      .filter(Boolean)
      .join(" ") || t("anyAmount");
  const columns: ListColumns<typeof page.text, AdminChannelView> = [
    {
      key: "name",
      cell: (row) => (
        <Link href={`/admin/channels/${row.id}`} className="font-medium hover:text-pine">
          {row.name}
        </Link>
      ),
    },
    { key: "provider", cell: (row) => providerName({ code: row.provider, name: row.provider_name }, t) },
    {
      key: "currency",
      from: "md",
      cell: (row) =>
        row.rate ? t("atRate", { currency: row.currency ?? "", rate: row.rate }) : row.currency,
    },
    { key: "limits", from: "md", cell: (row) => limits(row) },
    {
      key: "shown",
      from: "lg",
      className: "max-w-56 text-ink-muted",
      cell: (row) => offerSummary(row.offer_rules, t),
    },
    {
      key: "fee",
      align: "right",
      from: "md",
      cell: (row) => format.number(row.fee_bps / 10_000, { style: "percent", maximumFractionDigits: 2 }),
    },
    { key: "state", cell: (row) => <ChannelState channel={row} /> },
    {
      key: "tested",
      from: "lg",
      cell: (row) =>
        row.tested_at ? (
          <DateTime value={row.tested_at} style="ago" className="whitespace-nowrap text-ink-muted" />
        ) : (
          <span className="text-ink-faint">{t("notTested")}</span>
        ),
    },
  ];
  const create = mayWrite ? <AddPaymentChannel goTo="/admin/channels/{id}" /> : null;
  return (
    <ListPage
      page={page}
      rows={channels}
      rowKey={(row) => row.id}
      columns={columns}
      actions={
        mayWrite ? (
          <ArrangeDialog
            items={channels.map((row) => ({ id: row.id, title: row.name, image: row.icon }))}
            path="/admin/payment-channels/order"
            labels={{
              open: t("arrange"),
              title: t("arrangeTitle"),
              text: t("arrangeText"),
              done: t("arranged"),
            }}
          />
        ) : null
      }
      create={create}
    />
  );
});
