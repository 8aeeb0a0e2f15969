import { describe, expect, it } from "vitest";
import { POST as create } from "@/app/api/v1/guest/orders/route";
import { db } from "@/lib/db/client";
import { anEmail, anIp, aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

describe("the open orders of one buyer", () => {
  it.each([8, 20])(
    "are as many as its network may hold, and no fewer, after %i orders at once",
    async (count) => {
      overrideConfig({ "limits.guestOrdersPerMinute": "100000", "limits.openOrdersPerIp": "5" });
      for (let round = 0; round < 5; round++) {
        const { sku } = await aProduct({ keys: count });
        const ip = anIp();
        const place = () =>
          call(create, "POST", {
            body: { product_id: sku.productId, sku_id: sku.id, quantity: 1, email: anEmail() },
            ip,
          });
        const answers = await Promise.all(Array.from({ length: count }, place));
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses).toEqual([...Array(5).fill(200), ...Array(count - 5).fill(429)]);
        const open = await db().order.count({ where: { ip, status: "pending_payment" } });
        const { available, reserved } = await db().skuStock.findUniqueOrThrow({ where: { skuId: sku.id } });
        expect([open, available, reserved]).toEqual([5, count - 5, 5]);
      }
    },
  );

  it("are as many as its address may hold, and no fewer, from several networks", async () => {
    overrideConfig({ "limits.guestOrdersPerMinute": "100000", "limits.openOrdersPerEmail": "3" });
    const { sku } = await aProduct({ keys: 8 });
    const email = anEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call(create, "POST", {
          body: { product_id: sku.productId, sku_id: sku.id, quantity: 1, email },
          ip: anIp(),
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await db().order.count({ where: { email, status: "pending_payment" } })).toBe(3);
  });
});
