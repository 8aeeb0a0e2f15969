import { expectOk, expectRefused } from "./answers.mjs";
import { paidBody } from "./orders.mjs";
import { expect } from "./report.mjs";

/** Kinds of which every unit has a line of its own at least. */
const keyed = new Set(["card_key", "account", "link"]);

export async function checkPurchase(report, main, order) {
  report.section("POST /upstream/orders/:no/paid");
  const bodies = Array.from({ length: 5 }, () => paidBody(order.amount));
  const answers = await Promise.all(bodies.map((body) => main.post(`${order.path}/paid`, body)));
  const first = Math.max(
    answers.findIndex(({ status }) => status === 200),
    0,
  );
  const body = bodies[first];
  await report.rule("N15", "of five payments at once one is taken and the others are 4090", async () => {
    for (const [index, answer] of answers.entries())
      if (index === first) expectOk(answer);
      else expectRefused(answer, 409, 4090);
  });
  const fulfillment = await report.rule(
    "C45",
    "is answered with a fulfillment: ready with payload, or without one when held",
    async () => {
      const data = expectOk(answers[first]);
      expect(typeof data.fulfillment?.status === "string", "fulfillment.status: a text", data);
      const isReady = data.fulfillment.status === "ready";
      expect(
        isReady === (typeof data.fulfillment.payload === "string"),
        "a payload when ready, and only then",
        data,
      );
      return data.fulfillment;
    },
  );
  if (!fulfillment) return;
  if (fulfillment.status === "ready") {
    const sentence = "the payload has a line for every unit";
    if (keyed.has(order.kind)) {
      await report.rule("C45", sentence, async () => {
        const lines = fulfillment.payload.split("\n").filter((line) => line.trim() !== "");
        expect(lines.length >= order.quantity, `${order.quantity} lines`, fulfillment);
      });
    } else report.skip("C45", sentence, `a unit of kind ${order.kind} has no line of its own`);
    if (fulfillment.secrets !== undefined)
      await report.rule("C45", "the units one by one are the payload", async () => {
        expect(Array.isArray(fulfillment.secrets), "fulfillment.secrets: a list", fulfillment);
        expect(fulfillment.secrets.join("\n") === fulfillment.payload, "joined the payload", fulfillment);
        if (keyed.has(order.kind))
          expect(fulfillment.secrets.length === order.quantity, `${order.quantity} units`, fulfillment);
      });
    await report.rule("N15", "a delivered order that is paid again is 4090", async () =>
      expectRefused(await main.post(`${order.path}/paid`, body), 409, 4090),
    );
    await report.rule("C47", "the same payload can be read afterwards", async () => {
      const data = expectOk(await main.get(order.path));
      expect(data.fulfillment?.payload === fulfillment.payload, "the same payload", data);
    });
    return;
  }
  await report.rule("C45", "while it is held the same payment is the same answer", async () => {
    const data = expectOk(await main.post(`${order.path}/paid`, body));
    expect(data.fulfillment.payload === undefined, "no payload", data);
  });
  await report.rule("C45", "while it is held another payment is 4090", async () =>
    expectRefused(await main.post(`${order.path}/paid`, paidBody(order.amount)), 409, 4090),
  );
}
