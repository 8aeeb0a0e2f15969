import { randomUUID } from "node:crypto";
import { Gift } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { type ListColumns, moneyColumn, numberColumn, timeColumn } from "@/components/admin/table/columns";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { getSettings } from "@/lib/settings/queries";
import { listGiftCardBatches } from "@/lib/wallet/admin-queries";
import { type GiftCardBatchView, giftCardBatchListQuery } from "@/lib/wallet/schema";
import { FindCard } from "./_components/find-card";

const page = adminPage({
  path: "/admin/gift-cards",
  text: "admin-people.giftCards",
  icon: Gift,
  permission: "marketing:read",
  menu: { group: "customers", after: "coupons" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(giftCardBatchListQuery, async ({ list, frame, t, may }) => {
  const [data, { currency }] = await Promise.all([listGiftCardBatches(list.query), getSettings()]);
  const columns: ListColumns<typeof page.text, GiftCardBatchView> = [
    {
      key: "name",
      cell: (row) => (
        <Link href={`/admin/gift-cards/${row.id}`} className="font-medium hover:text-pine">
          {row.name}
        </Link>
      ),
    },
    moneyColumn("amount", (row) => [row.amount, currency]),
    numberColumn("quantity", (row) => row.quantity),
    numberColumn("active", (row) => row.active),
    numberColumn("redeemed", (row) => row.redeemed, { from: "md" }),
    {
      key: "expires",
      align: "right",
      from: "md",
      cell: (row) =>
        row.expires_at ? (
          <DateTime value={row.expires_at} style="date" />
        ) : (
          <span className="text-ink-faint">{t("noExpiry")}</span>
        ),
    },
    timeColumn("created", (row) => row.created_at, { style: "datetime", from: "lg" }),
  ];
  const mayCreate = may("marketing:write") && may("money:write");
  const create = mayCreate ? (
    <CreateAction
      fields={[
        { kind: "text", name: "name", label: t("fields.name"), required: true },
        { kind: "money", name: "amount", label: t("fields.amount"), required: true },
        {
          kind: "number",
          name: "quantity",
          label: t("fields.quantity"),
          value: 10,
          min: 1,
          max: 10_000,
          required: true,
        },
        { kind: "datetime", name: "expires_at", label: t("fields.expires"), empty: "null" },
      ]}
      columns={1}
      fixed={{ request_key: randomUUID() }}
      write={{
        path: "/admin/gift-cards",
        goTo: "/admin/gift-cards/{id}",
        approval: { kind: "gift_cards.create" },
      }}
      label={t("new")}
    />
  ) : null;
  return (
    <ListPage
      areas={["admin-people.giftCards"]}
      {...frame}
      data={data}
      rows={data.batches}
      rowKey={(row) => row.id}
      columns={columns}
      create={create}
    >
      <div className="mb-3 flex">
        <FindCard />
      </div>
    </ListPage>
  );
});
