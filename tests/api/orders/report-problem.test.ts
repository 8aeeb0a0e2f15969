import { describe, expect, it } from "vitest";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { GET as orderMail } from "@/app/api/v1/guest/orders/[order_no]/mail/route";
import { POST as report } from "@/app/api/v1/guest/orders/[order_no]/problem/route";
import { POST as reportAsUser } from "@/app/api/v1/orders/[order_no]/problem/route";
import type { OrderMailOut } from "@/lib/checkout/schema";
import { db } from "@/lib/db/client";
import { readMail } from "@/lib/notifications/mails/read-mail";
import { countOrderTabs } from "@/lib/orders/staff/admin-filters";
import { getAdminOrder, listOrders } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { countAttention } from "@/lib/reports/attention";
import { findCase } from "@/lib/reports/cases";
import { listTasks } from "@/lib/reports/tasks";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { anOrder, pay } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest();

async function aGuestOrder({ isPaid = true } = {}) {
  const { sku } = await aProduct({ keys: 1 });
  const { order_no: no, guest_token: token } = (await order(sku)).data;
  const id = await orderIdOf(no);
  if (isPaid) await pay(id);
  return { id, no, token };
}

const say = ({ no, token }: { no: string; token: string }, text: unknown) =>
  call(report, "POST", { params: { order_no: no }, token, body: { text } });

describe("a problem with an order", () => {
  it("is one task of the operator with the buyer's words, and settled by an answer that goes out by mail", async () => {
    const guest = await aGuestOrder();
    const both = await Promise.all([say(guest, "The key is used already"), say(guest, "And no reply yet")]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await aGuestOrder();
    const seen = async () =>
      (await listOrders({ page: 1, per_page: 20, sort: "newest" })).orders.map(
        ({ order_no, has_open_problem }) => [order_no === guest.no, has_open_problem],
      );
    expect(await seen()).toEqual([
      [false, false],
      [true, true],
    ]);
    const query = { page: 1, per_page: 20, state: "open", kind: "order.problem" } as const;
    const { tasks } = await listTasks(await anAdmin(), query, "en");
    expect(tasks).toMatchObject([
      {
        kind: "order.problem",
        key: `order.problem:${guest.no}`,
        alert_kind: "order.problem",
        reference: guest.no,
        href: `/admin/orders/${guest.no}#case`,
        count: 2,
      },
    ]);
    expect(tasks[0]?.text).toMatch(/^The buyer of K\w+ reports a problem: (The key|And no)/);

    await aGuestOrder();
    const inTab = { ...adminOrdersQuery.parse({}), tab: "problems" } as const;
    expect((await listOrders(inTab)).orders.map(({ order_no }) => order_no)).toEqual([guest.no]);
    expect(await countOrderTabs()).toMatchObject({ problems: 1 });

    const path = { params: { order_no: guest.no } };
    const text = "Here is another one.\nSorry for that.";
    expect((await staff.call(adminOrders.answerBuyer, "POST", { ...path, body: { text } })).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: "order.answer" });
    const mail = await db().mail.findFirstOrThrow({ where: { kind: "order_answer" } });
    expect(mail).toMatchObject({ reference: guest.no });
    expect((await readMail(await anAdmin(), mail.id, { mayReadCodes: false }, aClient())).text).toContain(
      "Here is another one.",
    );
    expect((await listTasks(await anAdmin(), query, "en")).tasks).toEqual([]);
    expect((await listOrders(inTab)).orders).toEqual([]);
    const events = await db().orderEvent.findMany({ where: { orderId: guest.id }, orderBy: { id: "asc" } });
    expect(events.map(({ kind }) => kind).slice(-3)).toEqual(["problem", "problem", "answered"]);
  });

  it.each(["replacement", "refund"] as const)(
    "is the first task, and settled by a %s as well [C88]",
    async (act) => {
      await aProduct({ keys: 0 });
      const { sku } = await aProduct({ keys: 2 });
      const { order_no: no, guest_token: token } = (await order(sku)).data;
      await pay(await orderIdOf(no));
      await say({ no, token }, "It is used already");
      const owner = await anAdmin();
      const tasks = async () =>
        (await listTasks(owner, { page: 1, per_page: 20, state: "open" }, "en")).tasks.map(
          ({ kind }) => kind,
        );
      expect((await tasks())[0]).toBe("order.problem");
      expect((await countAttention(owner)).counts.orders).toBe(1);
      expect(await findCase(owner, no, "en")).toMatchObject({
        tasks: [{ kind: "order.problem" }],
        messages: [{ by: "buyer", text: "It is used already" }],
      });

      const path = { params: { order_no: no } };
      const [key] = (await getAdminOrder(no)).keys;
      const done =
        act === "refund"
          ? await staff.call(adminOrders.refundOrder, "POST", {
              ...path,
              body: { amount: "1.00", method: "manual" },
            })
          : await staff.call(adminOrders.replaceSecret, "POST", {
              ...path,
              body: { secret_id: key?.secret_id, reason: "Used already" },
            });
      expect(done.status).toBe(200);
      expect(await tasks()).not.toContain("order.problem");
      expect(await findCase(owner, no, "en")).toBeNull();
      expect((await countAttention(owner)).counts.orders).toBe(0);

      // The next problem is a task again.
      await say({ no, token }, "The new one does not work either");
      expect((await tasks())[0]).toBe("order.problem");
    },
  );

  it("names the key that it is about, and the answer stands on the order's page", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const { order_no: no, guest_token: token } = (await order(sku, { quantity: 2 })).data;
    await pay(await orderIdOf(no));
    const path = { params: { order_no: no } };
    const about = (key: number, item = 1) =>
      call(report, "POST", { ...path, token, body: { text: "It is used already", item, key } });
    expectRefusal(await about(3), 400, /key/i);
    expectRefusal(await about(1, 2), 400, /key/i);
    expect((await about(2)).status).toBe(200);
    const { keys, events } = await getAdminOrder(no);
    const problem = events.find(({ kind }) => kind === "problem");
    expect(problem?.data).toMatchObject({
      note: expect.stringMatching(/#2: It is used already$/),
      secretId: keys[1]?.secret_id,
    });
    await staff.call(adminOrders.answerBuyer, "POST", { ...path, body: { text: "Here is another one." } });
    const { data } = await call<OrderMailOut>(orderMail, "GET", { ...path, token });
    expect(data.answers).toMatchObject([{ text: "Here is another one." }]);
  });

  it("is reported by members as well, of their own orders", async () => {
    const { token, user } = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku, userId: user.id, email: user.email });
    await pay(orderId);
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    const send = (as: string) =>
      call(reportAsUser, "POST", {
        params: { order_no: orderNo },
        token: as,
        body: { text: "It does not open" },
      });
    expect((await send((await aLoggedInUser()).token)).status).toBe(404);
    expect((await send(token)).status).toBe(200);
  });

  it("needs a paid order, the buyer's token and a text, and is heard five times an hour", async () => {
    const open = await aGuestOrder({ isPaid: false });
    expectRefusal(await say(open, "Where is it?"), 409, /Nothing was bought/, 40906);
    const guest = await aGuestOrder();
    for (const text of ["", "  a ", null, 5, "x".repeat(2001), "a\u0000bc"]) {
      expect((await say(guest, text)).status).toBe(400);
    }
    expect((await say({ ...guest, token: open.token }, "Mine?")).status).toBe(404);
    expect(
      (await call(report, "POST", { params: { order_no: guest.no }, body: { text: "Hello" } })).status,
    ).toBe(401);
    const many = await Promise.all(Array.from({ length: 8 }, (_, n) => say(guest, `Problem ${n}`)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(many.filter(({ status }) => status === 429)).toHaveLength(3);
    expect(await db().alert.count({ where: { kind: "order.problem" } })).toBe(1);
  });

  it("is answered by staff who may write orders", async () => {
    const guest = await aGuestOrder();
    const params = { order_no: guest.no };
    await expectStaffOnly(adminOrders.answerBuyer, "POST", { params, body: { text: "Hello" } }, "viewer");
    expect(
      (
        await staff.call(adminOrders.answerBuyer, "POST", {
          params: { order_no: "K000" },
          body: { text: "Hello" },
        })
      ).status,
    ).toBe(404);
    expect(await db().mail.count()).toBe(0);
  });
});
