import { MessageSquareQuote } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { givesWay } from "@/components/admin/table/cells";
import { type ListColumns, orderColumn, stateColumn, timeColumn } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
import { Link } from "@/components/ui/link";
import { getProductName } from "@/lib/catalogue/admin/admin-queries";
import { listReviews } from "@/lib/orders/reviews/admin-queries";
import { type AdminReview, adminReviewQuery } from "@/lib/orders/reviews/schema";
import { mostStars, reviewStatuses } from "@/lib/orders/reviews/state";
import { getSettings } from "@/lib/settings/queries";
import { ReviewActs } from "./_components/review-acts";
import { ReviewWords } from "./_components/review-words";

const page = adminPage({
  path: "/admin/reviews",
  text: "admin-people.reviews",
  icon: MessageSquareQuote,
  permission: "customers:read",
  menu: { group: "customers", after: "gift-cards" },
});

export const generateMetadata = page.generateMetadata;

const starChoices = Array.from({ length: mostStars }, (_, index) => String(mostStars - index));

export default page.list(adminReviewQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("customers:write");
  const [data, product, { reviews: mode }] = await Promise.all([
    listReviews(list.query),
    list.query.product_id ? getProductName(list.query.product_id) : null,
    getSettings(),
  ]);
  const columns: ListColumns<typeof page.text, AdminReview> = [
    {
      key: "review",
      className: "max-w-96",
      onCard: "whole",
      cell: (row) => <ReviewWords review={row} />,
    },
    {
      key: "product",
      className: givesWay,
      onCard: "half",
      cell: (row) => (
        <Link
          href={`/admin/products/${row.product.id}`}
          className="block truncate hover:text-pine"
          title={row.product.title}
        >
          {row.product.title}
        </Link>
      ),
    },
    stateColumn("status", (row) => [row.status, t(`statuses.${row.status}`)]),
    orderColumn(),
    timeColumn("written", (row) => row.written_at),
    mayWrite ? actionsColumn((row) => <ReviewActs review={row} />) : null,
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.reviews}
      rowKey={(row) => row.id}
      columns={columns}
      selectable={mayWrite}
      takesMatch
      csv="/admin/reviews/export"
      bulk={
        mayWrite ? (
          <>
            <BulkAction
              label={t("show")}
              path="/admin/reviews/bulk"
              body={{ act: "show" }}
              title={t("showManyTitle")}
              description={t("showManyText")}
              success={t("shownDone")}
            />
            <BulkAction
              label={t("hide")}
              path="/admin/reviews/bulk"
              body={{ act: "hide" }}
              words={{ member: "reason", label: t("fields.reason.label") }}
              title={t("hideManyTitle")}
              description={t("hideText")}
              success={t("hiddenDone")}
              tone="danger"
            />
          </>
        ) : null
      }
      filters={{
        selects: [
          listFilter("status", t("anyStatus"), reviewStatuses, (value) => t(`statuses.${value}`)),
          listFilter("stars", t("anyStars"), starChoices, (value) => t("starsOf", { stars: Number(value) })),
        ],
        picker: {
          name: "product_id",
          label: t("columns.product"),
          path: "/admin/reviews/products",
          chosen: product,
        },
      }}
      note={mode === "off" ? <p className="mb-3 text-ink-muted text-sm">{t("off")}</p> : null}
    />
  );
});
