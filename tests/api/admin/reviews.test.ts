import { describe, expect, it } from "vitest";
import { operations as adminReviews } from "@/app/api/v1/admin/reviews/[[...path]]/route";
import { GET as readReviews } from "@/app/api/v1/public/products/[slug]/reviews/route";
import { db } from "@/lib/db/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import type { AdminReviewList, PublicReviews } from "@/lib/orders/reviews/schema";
import { countAllTasks, countTasks, listTasks, markTask } from "@/lib/reports/tasks";
import { updateSettings } from "@/lib/settings/update-settings";
import { aClient, anAdmin } from "../../support/builders/products";
import { aSoldProduct } from "../../support/builders/reviews";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("support");
const list = async (query = "") =>
  (await staff.call<AdminReviewList>(adminReviews.listReviews, "GET", { path: `/x?${query}` })).data;
const show = (id: number) => staff.call(adminReviews.showReview, "POST", { params: { id: String(id) } });
const hide = (id: number, reason?: unknown) =>
  staff.call(adminReviews.hideReview, "POST", { params: { id: String(id) }, body: { reason } });
const answer = (id: number, said: unknown, seen?: object) =>
  staff.call(adminReviews.answerReview, "PUT", { params: { id: String(id) }, body: { answer: said, seen } });
const change = (body: Record<string, unknown>) =>
  staff.call<{ changed: number; skipped: number; next: number | null }>(adminReviews.changeReviews, "POST", {
    body,
  });
/** An answer is kept for a second: here it is asked for anew. */
async function shownOf(slug: string) {
  forgetAnswers();
  return (await call<PublicReviews>(readReviews, "GET", { params: { slug } })).data;
}

/** Written by that many buyers of one product, waiting. */
async function waitingReviews(stars: readonly number[]) {
  const { product, orders } = await aSoldProduct(stars.length);
  for (const [n, { write }] of orders.entries())
    expect((await write(stars[n], `Review ${n}`)).status).toBe(200);
  const rows = await db().review.findMany({ where: { productId: product.id }, orderBy: { id: "asc" } });
  return { product, orders, ids: rows.map(({ id }) => id) };
}

const tasks = async () =>
  (await listTasks(await anAdmin(), { page: 1, per_page: 20, state: "open" }, "en")).tasks
    .filter(({ kind }) => kind === "review.waiting")
    .map(({ count, href, text }) => ({ count, href, text }));

describe("reviews in the admin", () => {
  it("wait in To do until somebody shows or hides them, and count only while they are shown [C183]", async () => {
    const { product, orders, ids } = await waitingReviews([5, 2]);
    const [good = 0, bad = 0] = ids;
    const href = "/admin/reviews?status=waiting";
    expect(await tasks()).toEqual([{ count: 2, href, text: "2 reviews wait for a check" }]);
    expect((await show(good)).data).toEqual({ id: good });
    expect(await lastAudit()).toMatchObject({ action: "review.show", target: `review:${good}` });
    expect(await tasks()).toMatchObject([{ count: 1 }]);
    expect((await hide(bad, "Holds a key")).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: "review.hide", data: { reason: "Holds a key" } });
    expect(await tasks()).toEqual([]);
    expect(await shownOf(product.slug)).toMatchObject({
      rating: { average: 5, count: 1 },
      reviews: [{ stars: 5, text: "Review 0" }],
    });
    expect((await list("status=hidden")).reviews).toMatchObject([
      { id: bad, hidden_reason: "Holds a key", order_no: orders[1]?.no, product: { slug: product.slug } },
    ]);

    await show(bad);
    expect((await shownOf(product.slug)).rating).toEqual({ average: 3.5, count: 2 });
    await hide(good, "Off topic");
    expect((await shownOf(product.slug)).rating).toEqual({ average: 2, count: 1 });
    expectRefusal(await hide(good, "Again"), 409, /is so already/, 40906);
    expect((await show(987_654)).status).toBe(404);
    for (const reason of [undefined, "", "  ", "x".repeat(301)])
      expect((await hide(bad, reason)).status).toBe(400);
  });

  it("wait in no To do while the shop has reviews off, and again once it takes them [C184]", async () => {
    await waitingReviews([4]);
    const badge = async () => (await countTasks(await anAdmin())).counts["review.waiting"];
    const all = await countAllTasks();
    expect([(await tasks()).length, await badge()]).toEqual([1, 1]);
    await updateSettings(await anAdmin(), aClient(), { reviews: "off" });
    expect([(await tasks()).length, await badge(), await countAllTasks()]).toEqual([0, 0, all - 1]);
    const mark = async () => markTask(await anAdmin(), "review.waiting:reviews", { mine: true });
    await expect(mark()).rejects.toMatchObject({ kind: "not_found" });
    await updateSettings(await anAdmin(), aClient(), { reviews: "checked" });
    expect([(await tasks()).length, await badge(), await countAllTasks()]).toEqual([1, 1, all]);
  });

  it("are read again after their buyer changed what was hidden, also where they are shown at once [C183]", async () => {
    await updateSettings(await anAdmin(), aClient(), { reviews: "at_once" });
    const { product, orders, ids } = await waitingReviews([1]);
    await hide(ids[0] ?? 0, "Insults");
    await orders[0]?.remove();
    expect((await orders[0]?.write(1, "Insults again"))?.data.review).toMatchObject({
      status: "waiting",
      hidden_reason: "Insults",
    });
    expect((await shownOf(product.slug)).reviews).toEqual([]);
    await show(ids[0] ?? 0);
    expect((await orders[0]?.write(2, "Better"))?.data.review).toMatchObject({
      status: "shown",
      hidden_reason: null,
    });
  });

  it("stay gone after their buyer deleted them, whoever shows or hides them, one or all [C182]", async () => {
    const { product, orders, ids } = await waitingReviews([5]);
    const [id = 0] = ids;
    await orders[0]?.remove();
    expectRefusal(await show(id), 409, /deleted/, 40906);
    expectRefusal(await hide(id, "Late"), 409, /deleted/, 40906);
    const drawn_at = new Date(Date.now() + 60_000).toISOString();
    for (const which of [{ ids }, { match: {}, drawn_at }])
      expect((await change({ act: "show", ...which })).data).toMatchObject({ changed: 0, skipped: 1 });
    expect((await list()).reviews).toMatchObject([{ id, status: "deleted", text: "", author: null }]);
    expect((await shownOf(product.slug)).rating).toBeNull();
  });

  it("are answered in the shop's name, and the answer is taken away [C183]", async () => {
    const { product, ids } = await waitingReviews([3]);
    const [id = 0] = ids;
    await show(id);
    expect((await answer(id, " We replaced it. ")).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: "review.answer", target: `review:${id}` });
    expect((await shownOf(product.slug)).reviews).toMatchObject([{ answer: "We replaced it." }]);
    expectRefusal(await answer(id, "Write to us.", { answer: null }), 409, /changed meanwhile/, 40906);
    expect((await answer(id, null, { answer: "We replaced it." })).status).toBe(200);
    expect((await shownOf(product.slug)).reviews).toMatchObject([{ answer: null, answered_at: null }]);
    expect((await answer(id, "")).status).toBe(400);
    expect((await answer(987_654, "Hello")).status).toBe(404);
  });

  it("are found by state, product and stars, and changed together [C183]", async () => {
    const one = await waitingReviews([5, 1, 5]);
    const two = await waitingReviews([5]);
    expect((await list()).total).toBe(4);
    const found = await list(`product_id=${one.product.id}&stars=5`);
    expect(found.reviews.map(({ id }) => id)).toEqual([one.ids[2], one.ids[0]]);
    const match = { product_id: String(one.product.id), stars: "5" };
    const drawn_at = new Date(Date.now() + 60_000).toISOString();
    expect((await change({ act: "show", match, drawn_at })).data).toEqual({
      changed: 2,
      skipped: 0,
      next: null,
    });
    expect((await change({ act: "show", ids: [...one.ids, ...two.ids] })).data).toMatchObject({
      changed: 2,
      skipped: 2,
    });
    expect((await shownOf(one.product.slug)).rating).toEqual({ average: 3.67, count: 3 });
    expect((await change({ act: "hide", ids: one.ids })).status).toBe(400);
    expect((await change({ act: "hide", ids: one.ids, reason: "Moved" })).data).toMatchObject({ changed: 3 });
    expect((await shownOf(one.product.slug)).rating).toBeNull();
    expect((await shownOf(two.product.slug)).rating).toEqual({ average: 5, count: 1 });
  });

  it("keep their sums when many are shown and hidden at once, in any order [C182]", async () => {
    const [one, two] = [await waitingReviews([5, 4, 3]), await waitingReviews([1, 2, 3])];
    const all = [...one.ids, ...two.ids];
    const acts = [
      { act: "show", ids: all },
      { act: "hide", ids: [...all].reverse(), reason: "Test" },
      { act: "show", ids: [...two.ids, ...one.ids] },
      { act: "show", ids: all },
    ];
    const answers = await Promise.all(acts.map(change));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { product } of [one, two]) {
      const shown = await db().review.findMany({ where: { productId: product.id, status: "shown" } });
      const kept = await db().productRating.findUniqueOrThrow({ where: { productId: product.id } });
      expect(kept).toMatchObject({
        count: shown.length,
        starSum: shown.reduce((sum, { stars }) => sum + stars, 0),
      });
    }
  });

  it("are for staff who may write about customers", async () => {
    const { ids } = await waitingReviews([4]);
    const params = { id: String(ids[0]) };
    await expectStaffOnly(adminReviews.showReview, "POST", { params }, "viewer");
    await expectStaffOnly(adminReviews.hideReview, "POST", { params, body: { reason: "No" } }, "viewer");
    await expectStaffOnly(adminReviews.answerReview, "PUT", { params, body: { answer: "Hello" } }, "viewer");
    await expectStaffOnly(adminReviews.changeReviews, "POST", { body: { act: "show", ids } }, "viewer");
    await expectStaffOnly(adminReviews.listReviews, "GET", {}, "viewer");
    expect(await db().review.findFirst()).toMatchObject({ status: "waiting", answer: null });
  });
});
