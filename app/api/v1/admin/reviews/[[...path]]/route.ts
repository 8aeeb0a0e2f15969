import { findProductNames } from "@/lib/catalogue/admin/admin-queries";
import { productNameList, productNameQuery } from "@/lib/catalogue/admin/schema";
import { idParams, savedId } from "@/lib/core/wire";
import { csvOperation, operation, resource } from "@/lib/http/route";
import { listReviews } from "@/lib/orders/reviews/admin-queries";
import { exportReviews } from "@/lib/orders/reviews/export-reviews";
import { answerReview, changeReviews, judgeReview } from "@/lib/orders/reviews/moderate-reviews";
import {
  adminReviewList,
  adminReviewQuery,
  answerReviewBody,
  changeReviewsBody,
  hideReviewBody,
  reviewsChanged,
} from "@/lib/orders/reviews/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/reviews", {
  showReview: operation("POST /[id]/show", {
    permission: "customers:write",
    summary: "Show a review in the shop",
    params: idParams,
    response: savedId,
    handle: ({ actor, client, params }) => judgeReview({ actor, client }, params.id, { act: "show" }),
  }),
  hideReview: operation("POST /[id]/hide", {
    permission: "customers:write",
    summary: "Hide a review, with the reason that its buyer reads",
    params: idParams,
    body: hideReviewBody,
    response: savedId,
    handle: ({ actor, client, params, body }) =>
      judgeReview({ actor, client }, params.id, { act: "hide", reason: body.reason }),
  }),
  answerReview: operation("PUT /[id]/answer", {
    permission: "customers:write",
    summary: "Answer a review in the name of the shop, or take the answer away",
    params: idParams,
    body: answerReviewBody,
    response: savedId,
    handle: ({ actor, client, params, body }) => answerReview({ actor, client }, params.id, body),
  }),
  changeReviews: operation("POST /bulk", {
    permission: "customers:write",
    summary: "Show or hide several reviews: those that are named, or a piece of what a filter finds",
    body: changeReviewsBody,
    response: reviewsChanged,
    handle: ({ actor, client, body }) => changeReviews({ actor, client }, body),
  }),
  findReviewedProducts: operation("GET /products", {
    permission: "customers:read",
    summary: "Products by a part of their title, to filter reviews by: twenty, the newest first",
    query: productNameQuery,
    response: productNameList,
    handle: async ({ query }) => ({ products: await findProductNames(query.search) }),
  }),
  exportReviews: csvOperation("GET /export", {
    permission: "customers:read",
    query: adminReviewQuery,
    summary: "The filtered reviews as CSV, oldest first",
    file: "reviews.csv",
    read: exportReviews,
  }),
  listReviews: operation("GET /", {
    permission: "customers:read",
    summary: "What buyers wrote about products, newest first",
    query: adminReviewQuery,
    response: adminReviewList,
    handle: ({ query }) => listReviews(query),
  }),
});
