import { randomUUID } from "node:crypto";
import { expectRefused } from "./answers.mjs";
import { expect } from "./report.mjs";
import { nowSeconds, signedCall } from "./signed-call.mjs";

/** Plays a main site. What a receiver must do with a good callback can be seen only with an order that it knows. */
export async function checkReceiver(report, url, credentials, { upstreamOrderNo, downstreamOrderNo }) {
  console.log(`Playing a main site against ${url}`);
  const message = (changes = {}) => ({
    event: "order.conformance",
    upstream_order_no: upstreamOrderNo ?? "NO-SUCH-ORDER",
    downstream_order_no: downstreamOrderNo ?? "NO-SUCH-ORDER",
    fulfillment: { status: "pending" },
    timestamp: new Date().toISOString(),
    ...changes,
  });
  const send = (body, changes, by = credentials) => signedCall(by, "POST", url, body, changes);
  const refused = (rule, sentence, call) =>
    report.rule(rule, sentence, async () => expectRefused(await call(), 403, 4003));

  report.section("Signature, clock and nonce");
  await refused("W10", "a wrong secret is 4003", () =>
    send(message(), {}, { ...credentials, secret: "wrong" }),
  );
  await refused("W10", "an unknown key is 4003", () =>
    send(message(), {}, { key: "nobody_knows_this_key", secret: "x" }),
  );
  await refused("W10", "a timestamp of 310 seconds ago is 4003", () =>
    send(message(), { timestamp: nowSeconds() - 310 }),
  );
  await refused("W10", "a timestamp 310 seconds ahead is 4003", () =>
    send(message(), { timestamp: nowSeconds() + 310 }),
  );
  await refused("W10", "a body that was changed after signing is 4003", () =>
    send(message(), { sentBody: JSON.stringify(message({ event: "order.fulfilled" })) }),
  );
  for (const name of ["X-Site-Key", "X-Site-Timestamp", "X-Site-Nonce", "X-Site-Signature"]) {
    await refused("W10", `a missing ${name} is 4003`, () => send(message(), { headers: { [name]: null } }));
  }
  await report.rule("W10", "a nonce is taken once", async () => {
    const nonce = randomUUID();
    const first = await send(message(), { nonce });
    expect(first.status !== 403, "a first call that is not refused for its signature", first);
    expectRefused(await send(message(), { nonce }), 403, 4003);
  });

  report.section("Content");
  await report.rule("C60", "an order that nobody knows is 4004", async () => {
    const unknown = message({ upstream_order_no: "NO-SUCH-ORDER", downstream_order_no: "NO-SUCH-ORDER" });
    expectRefused(await send(unknown), 404, 4004);
  });
  await report.rule("C60", "a body without the five members is 4001", async () =>
    expectRefused(await send({ event: "x" }), 400, 4001),
  );
  if (!upstreamOrderNo || !downstreamOrderNo) {
    report.skip("C60", "a good callback is accepted", "give --upstream-order-no and --downstream-order-no");
    return;
  }
  await report.rule("C60", "both numbers must fit: a known order with another number is 4004", async () => {
    expectRefused(await send(message({ downstream_order_no: "NO-SUCH-ORDER" })), 404, 4004);
  });
  await report.rule(
    "C51",
    "a good callback is answered with 2xx, and so is an event that the receiver does not know",
    async () => {
      const answer = await send(message());
      expect(answer.status >= 200 && answer.status < 300, "HTTP 2xx", answer);
    },
  );
  await report.rule("C51", "the same callback again is answered with 2xx", async () => {
    const answer = await send(message());
    expect(answer.status >= 200 && answer.status < 300, "HTTP 2xx", answer);
  });
}
