import { exportList } from "../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { reviewReader } from "./admin-queries";
import type { AdminReviewQuery } from "./schema";

const columns = {
  id: "number",
  order_no: "text",
  product_id: "number",
  product: "text",
  stars: "number",
  text: "text",
  author: "text",
  status: "text",
  hidden_reason: "text",
  answer: "text",
  answered_at: "time",
  written_at: "time",
} as const;

/** The filtered list as CSV, oldest first. */
export const exportReviews = (actor: AdminActor, client: ClientInfo, query: AdminReviewQuery) =>
  exportList(actor, client, {
    action: "review.export",
    target: "reviews",
    columns,
    cell: (row, column) => {
      if (column === "product_id") return row.product.id;
      return column === "product" ? row.product.title : row[column];
    },
    read: reviewReader(query),
  });
