import { expect } from "vitest";
import { advance, buy, callBack, credentials, only, payFor, read } from "../../support/builders/agent-shop";
import { it } from "../../support/harness/agent-shop-test";

it("takes the goods of a partial refund that overtook the delivery, which then is older and changes nothing [C207]", async ({
  main,
  sku,
}) => {
  main.state.fulfillment = "held";
  const { data: order } = await buy(sku);
  await payFor(order.order_no);
  await advance();
  const tell = async (event: string, sequence: number, payload: string, more: object = {}) => {
    const answer = await callBack(credentials, {
      event,
      upstream_order_no: "U1",
      downstream_order_no: order.order_no,
      fulfillment: { status: "ready", payload },
      timestamp: "2026-01-01T00:00:05Z",
      sequence,
      ...more,
    });
    return answer.data.result;
  };
  expect(await tell("order.refunded", 2, "KEY-OF-NOW", { refunded_amount: "1.00" })).toBe("applied");
  expect(await only(order.order_no)).toMatchObject({ status: "delivered", refundedCents: 100n });
  expect(await tell("order.fulfilled", 1, "KEY-OF-NOW")).toBe("ignored");
  expect((await read(order)).fulfillment.payload).toBe("KEY-OF-NOW");
  // A refund after the delivery brings no other goods.
  expect(await tell("order.refunded", 3, "OTHER", { refunded_amount: "2.00" })).toBe("applied");
  expect((await read(order)).fulfillment.payload).toBe("KEY-OF-NOW");
});
