import { describe, expect, it } from "vitest";
import { GET as ownOfGuest } from "@/app/api/v1/guest/orders/[order_no]/reviews/route";
import { PUT as writeAsUser } from "@/app/api/v1/orders/[order_no]/reviews/[product_id]/route";
import { GET as ownOfUser } from "@/app/api/v1/orders/[order_no]/reviews/route";
import * as publicReviews from "@/app/api/v1/public/products/[slug]/reviews/route";
import { GET as getProduct } from "@/app/api/v1/public/products/[slug]/route";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { findReviewable } from "@/lib/orders/reviews/reviewable";
import type { OwnReviews, PublicReviews } from "@/lib/orders/reviews/schema";
import { updateSettings } from "@/lib/settings/update-settings";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order } from "../../support/builders/guest-orders";
import { anOrder, pay, refundByHand, reportDispute } from "../../support/builders/orders";
import { aBundleOf, aClient, anAdmin, aProduct } from "../../support/builders/products";
import { aDeliveredOrder, aSoldProduct } from "../../support/builders/reviews";
import { aSite } from "../../support/builders/sites";
import { anOrderBody, aPaidBody, mainSite } from "../../support/fakes/main-site";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const take = async (reviews: "off" | "checked" | "at_once") =>
  updateSettings(await anAdmin(), aClient(), { reviews });
/** An answer is kept for a second: here it is asked for anew. */
const fresh = <T>(read: () => Promise<T>): Promise<T> => {
  forgetAnswers();
  return read();
};
const ratingOf = async (slug: string) =>
  (await fresh(() => call<ProductDetail>(getProduct, "GET", { params: { slug } }))).data.rating;
const shownOf = async (slug: string, query = "") =>
  (
    await fresh(() =>
      call<PublicReviews>(publicReviews.GET, "GET", { path: `/x?${query}`, params: { slug } }),
    )
  ).data;
const statusOf = async (orderId: number) =>
  (await db().review.findFirst({ where: { orderId }, select: { status: true } }))?.status;

/** The sums as they would be counted anew. */
async function countedRating(productId: number) {
  const shown = await db().review.findMany({ where: { productId, status: "shown" } });
  return { count: shown.length, starSum: shown.reduce((sum, { stars }) => sum + stars, 0) };
}
const keptRating = (productId: number) =>
  db().productRating.findUnique({ where: { productId }, select: { count: true, starSum: true } });

describe("a review of a delivered order", () => {
  it("is written once a product, waits for a check and takes the place of the buyer's former words [C180]", async () => {
    const { product, orders } = await aSoldProduct();
    const [guest] = orders;
    const written = await guest?.write(4, "  Works at once.\nGood price. ");
    expect(written?.data).toMatchObject({
      product_id: product.id,
      review: { stars: 4, text: "Works at once.\nGood price.", status: "waiting", answer: null },
    });
    expect(await ratingOf(product.slug)).toBeNull();
    expect(await shownOf(product.slug)).toMatchObject({ rating: null, reviews: [], total: 0 });
    expect((await guest?.write(5))?.data.review).toMatchObject({ stars: 5, text: "" });
    expect(await db().review.count()).toBe(1);
    const own = await call<OwnReviews>(ownOfGuest, "GET", {
      params: { order_no: guest?.no ?? "" },
      ...(guest?.token ? { token: guest.token } : {}),
    });
    expect(own.data).toMatchObject({
      author: null,
      is_checked: true,
      products: [{ may_write: true, review: { stars: 5 } }],
    });
  });

  it("is one row when two windows send it at once, and counts once [C180]", async () => {
    await take("at_once");
    const { product, orders } = await aSoldProduct();
    const both = await Promise.all([1, 5, 3, 4].map((stars) => orders[0]?.write(stars, `Stars: ${stars}`)));
    expect(both.map((answer) => answer?.status)).toEqual([200, 200, 200, 200]);
    expect(await db().review.count()).toBe(1);
    expect(await keptRating(product.id)).toEqual(await countedRating(product.id));
    expect(await keptRating(product.id)).toMatchObject({ count: 1 });
  });

  it("is refused with stars or words that are none", async () => {
    const { orders } = await aSoldProduct();
    for (const stars of [0, 6, 4.5, "5", null, -1]) expect((await orders[0]?.write(stars))?.status).toBe(400);
    for (const text of [5, {}, "x".repeat(2001), "a\u0000bc"])
      expect((await orders[0]?.write(5, text))?.status).toBe(400);
    expect((await orders[0]?.write(5, "👍".repeat(2000)))?.status).toBe(200);
  });

  it("is its buyer's alone, of a product that the order has, while the shop takes reviews [C180]", async () => {
    const { sku, orders } = await aSoldProduct(2);
    const [guest, other] = orders;
    if (!guest || !other) throw new Error("No orders");
    const asked = { params: { order_no: guest.no }, token: other.token };
    expect((await call(ownOfGuest, "GET", asked)).status).toBe(404);
    expect((await call(ownOfGuest, "GET", { params: { order_no: guest.no } })).status).toBe(401);
    const { product: another } = await aProduct({ keys: 1 });
    expect((await guest.write(5, "Not mine", another.id)).status).toBe(404);
    await take("off");
    expectRefusal(await guest.write(5), 403, /switched off/, 40303);
    await take("checked");
    const { order_no: no, guest_token: token } = (await order(sku)).data;
    const open = { params: { order_no: no }, token };
    expect((await call<OwnReviews>(ownOfGuest, "GET", open)).data.products).toEqual([]);
    expect((await guest.write(5)).status).toBe(200);
  });

  it("bears the nickname of a member, and nothing of their address [C181]", async () => {
    await take("at_once");
    const { product, sku } = await aProduct({ keys: 4 });
    const names = { Ada: "Ada", "": null, "same.as": null, "me@example.com": null } as const;
    for (const [nickname, shown] of Object.entries(names)) {
      const email = nickname === "same.as" ? "same.as@example.com" : `n${nickname.length}@x.example`;
      const { token, user } = await aLoggedInUser({ nickname, email });
      const { orderId } = await anOrder({ sku, userId: user.id, email: user.email });
      await pay(orderId);
      const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
      const params = { order_no: orderNo, product_id: String(product.id) };
      const own = await call<OwnReviews>(ownOfUser, "GET", { params: { order_no: orderNo }, token });
      expect(own.data.author).toBe(shown);
      expect((await call(writeAsUser, "PUT", { params, token, body: { stars: 5 } })).status).toBe(200);
    }
    const answer = await call(publicReviews.GET, "GET", { params: { slug: product.slug } });
    expect((answer.data as PublicReviews).reviews.map(({ author }) => author)).toEqual([
      null,
      null,
      null,
      "Ada",
    ]);
    expect(JSON.stringify(answer.json)).not.toMatch(/@|same\.as|order/i);
  });

  it("is one of the bundle where several goods were sold as one [C180]", async () => {
    const parts = [await aProduct({ keys: 1 }), await aProduct({ keys: 1 })];
    const bundle = await aBundleOf(parts.map(({ sku }) => sku));
    const guest = await aDeliveredOrder(bundle);
    expect((await guest.write(5)).status).toBe(200);
    expect((await guest.write(5, "A part", parts[0]?.product.id)).status).toBe(404);
  });

  it("is not for an agent's order [C180]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const main = mainSite(await aSite({ settlementMode: "trust" }));
    const { data } = await main.create(anOrderBody(sku));
    expect((await main.pay(data.upstream_order_no, aPaidBody("9.90"))).status).toBe(200);
    const { id, status } = await db().order.findFirstOrThrow({ where: { buyerKind: "site" } });
    expect(status).toBe("delivered");
    expect(await findReviewable(db(), id, false)).toEqual([]);
  });

  it("is withdrawn with the money, and comes back to be looked at when a dispute was won [C182]", async () => {
    await take("at_once");
    const { product, orders } = await aSoldProduct(3);
    const [refunded, disputed, kept] = orders;
    if (!refunded || !disputed || !kept) throw new Error("No orders");
    for (const { write } of orders) expect((await write(2)).status).toBe(200);
    expect(await ratingOf(product.slug)).toEqual({ average: 2, count: 3 });

    await refundByHand(refunded.no);
    expect(await statusOf(refunded.id)).toBe("withdrawn");
    expectRefusal(await refunded.write(5), 409, /delivered/, 40906);
    const about = { id: disputed.id, orderNo: disputed.no };
    await reportDispute(about, "open");
    expect(await statusOf(disputed.id)).toBe("withdrawn");
    expectRefusal(await disputed.write(5), 409, /disputed/, 40906);
    expect(await ratingOf(product.slug)).toEqual({ average: 2, count: 1 });

    await reportDispute(about, "won");
    expect(await statusOf(disputed.id)).toBe("waiting");
    expect((await disputed.write(5, "Settled")).data.review).toMatchObject({ status: "shown" });
    await refundByHand(kept.no, { amountCents: 100n });
    expect(await statusOf(kept.id)).toBe("shown");
    expect(await ratingOf(product.slug)).toEqual({ average: 3.5, count: 2 });
    expect(await keptRating(product.id)).toEqual(await countedRating(product.id));
    // The words stay their buyer's: they are shown to them, and can be deleted.
    const own = { params: { order_no: refunded.no }, token: refunded.token };
    expect((await call<OwnReviews>(ownOfGuest, "GET", own)).data.products).toMatchObject([
      { may_write: false, review: { stars: 2, status: "withdrawn" } },
    ]);
    expect((await refunded.remove()).status).toBe(200);
    expect((await call<OwnReviews>(ownOfGuest, "GET", own)).data.products).toEqual([]);
  });

  it("goes with its answer when its buyer deletes it, and may be written again [C182]", async () => {
    await take("at_once");
    const { product, orders } = await aSoldProduct();
    const [guest] = orders;
    await guest?.write(1, "My own words");
    await db().review.updateMany({ data: { answer: "Sorry", answeredAt: new Date() } });
    expect((await guest?.remove())?.data).toEqual({ deleted: true });
    expect((await guest?.remove())?.status).toBe(404);
    expect(await db().review.findFirst()).toMatchObject({
      text: "",
      author: null,
      answer: null,
      status: "deleted",
    });
    expect(await ratingOf(product.slug)).toBeNull();
    expect((await guest?.write(4))?.data.review).toMatchObject({ stars: 4, status: "shown" });
    expect(await ratingOf(product.slug)).toEqual({ average: 4, count: 1 });
  });
});

describe("the reviews of a product", () => {
  it("are read page by page, the newest first, and by nobody while they are off", async () => {
    await take("at_once");
    const { product, orders } = await aSoldProduct(12);
    for (const [n, { write }] of orders.entries()) await write(1 + (n % 5), `No ${n}`);
    const first = await shownOf(product.slug);
    expect(first).toMatchObject({ rating: { average: 2.75, count: 12 }, total: 12, page: 1, per_page: 10 });
    expect(first.reviews.map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, n) => `No ${11 - n}`),
    );
    expect((await shownOf(product.slug, "page=2")).reviews).toHaveLength(2);
    await take("off");
    expect(await shownOf(product.slug)).toMatchObject({ rating: null, reviews: [], total: 0 });
    expect(await ratingOf(product.slug)).toBeNull();
    expect((await call(publicReviews.GET, "GET", { params: { slug: "nothing" } })).status).toBe(404);
  });
});
