import { expect, it } from "vitest";
import { createFirstAdmin } from "@/lib/accounts/staff/create-first-admin";
import { createStaff } from "@/lib/accounts/staff/manage-staff";
import { reconcilePayment } from "@/lib/checkout/receive/reconcile-payments";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { recordPaymentEvent } from "@/lib/payments/events/record-event";
import { anOrder, getOrder, refundByHand, replaceFirstKey } from "../../support/builders/orders";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { aClient, anAdmin, aUser } from "../../support/builders/products";
import { giftCards, giveBalance } from "../../support/builders/wallet";
import { FakeGateway } from "../../support/fakes/fake-gateway";

/** Written by the builders of the tests, by Prisma's own @updatedAt, or by the database on purpose. */
const writtenOtherwise = [
  "categories.created_at",
  "payment_channels.created_at",
  "products.created_at",
  "products.first_listed_at",
  "sku_stocks.changed_at",
  "skus.created_at",
  "staff.created_at",
  "users.created_at",
];

/** Every column with a time after the given one, in every table of the shop. */
async function columnsAfter(at: Date): Promise<string[]> {
  const columns = await db().$queryRaw<{ place: string; name: string }[]>`
    SELECT table_name AS place, column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'timestamp with time zone'
      AND table_name <> '_prisma_migrations' AND column_name <> 'updated_at'`;
  const found: string[] = [];
  for (const { place, name } of columns) {
    const [row] = await db().$queryRawUnsafe<{ count: bigint }[]>(
      `SELECT count(*) FROM ${place} WHERE ${name} > $1`,
      at,
    );
    if (row && row.count > 0n) found.push(`${place}.${name}`);
  }
  return found;
}

it("writes every time of a purchase by the process's clock, none by the database's", async () => {
  testClock.set(new Date("2020-02-03T04:05:06Z"));
  const gateway = await FakeGateway.start();
  const channelId = await aChannel(gateway.settings());
  const { sku, orderId, payment } = await anOrderToPay(channelId, { product: { keys: 5 } });
  gateway.pay(payment.paymentNo, "9.90");
  await reconcilePayment(payment.id);
  await gateway.stop();
  const { orderNo } = await getOrder(orderId);
  await replaceFirstKey(orderNo);
  await refundByHand(orderNo, { amountCents: 250n });
  const { id: userId } = await aUser();
  await giveBalance(userId, 5000n);
  await anOrder({ sku, userId, useBalance: true });
  await giftCards();
  await recordPaymentEvent(db(), {
    channelId,
    paymentId: payment.id,
    source: "notification",
    verdict: "refused",
    redacted: "",
    ip: null,
    requestId: null,
  });

  const others = (await columnsAfter(new Date("2020-12-31T00:00:00Z"))).filter(
    (column) => !writtenOtherwise.includes(column),
  );
  expect(others).toEqual([]);
});

it("writes the first admin, staff and channels by the process's clock", async () => {
  testClock.set(new Date("2020-02-03T04:05:06Z"));
  await createFirstAdmin();
  const admin = await anAdmin();
  const role = "viewer" as const;
  await createStaff(admin, { email: "second@example.com", name: "Second", role }, aClient());
  await inTransaction((tx) => createTestChannel(tx, { name: "Test gateway", currency: "USD" }));
  const staff = await db().staff.findMany({ where: { id: { not: admin.staffId } } });
  const channels = await db().paymentChannel.findMany();
  expect([...staff, ...channels].map(({ createdAt }) => createdAt.getUTCFullYear())).toEqual([
    2020, 2020, 2020,
  ]);
});
