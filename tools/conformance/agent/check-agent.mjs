import { randomUUID } from "node:crypto";
import { expect } from "../report.mjs";
import { checkLosses } from "./losses.mjs";
import { place } from "./main-site.mjs";
import { buy, isPrinted, judged, newOrderNo } from "./purchase.mjs";

async function checkCalls(report, { main, proof }) {
  report.section("Its calls");
  const rule = (name, sentence, check) =>
    report.rule(name, sentence, () => {
      judged({ proof });
      return check();
    });
  const no = (...problems) =>
    expect(!main.calls.some(({ problem }) => problems.includes(problem)), "no call that is refused", proof);
  await rule("agent.headers", "every call has the four headers", () => {
    expect(main.calls.length > 0, "a call", proof);
    no("headers");
  });
  await rule("agent.signature", "every signature is right", () => no("signature"));
  await rule("agent.timestamp", "every timestamp is Unix time in seconds", () => {
    no("timestamp");
    expect(
      main.calls.every(({ headers }) => /^\d{10}$/.test(headers["x-site-timestamp"] ?? "")),
      "ten digits",
      proof,
    );
  });
  await rule("agent.nonce-form", "every nonce is a UUID v4", () => no("nonce-form"));
  await rule("agent.nonce", "every nonce is fresh", () => {
    const nonces = main.calls.map(({ headers }) => headers["x-site-nonce"]);
    expect(new Set(nonces).size === nonces.length, "another nonce for every call", proof);
  });
  const [created] = main.of("create");
  const body = created?.body ?? {};
  await rule("agent.order", "orders by numbers, one unit", () => {
    expect(created !== undefined, "POST /upstream/orders", proof);
    expect(
      Number.isInteger(body.product_id) && body.quantity === 1,
      "product_id and quantity 1 as numbers",
      proof,
    );
  });
  await rule("agent.sku", "names a SKU of the product", () =>
    expect(
      main
        .products()
        .some(({ id, skus }) => id === body.product_id && skus.some((sku) => sku.id === body.sku_id)),
      "sku_id of the product's skus",
      proof,
    ),
  );
  await rule("agent.number", "gives its order a number in one line", () =>
    expect(
      typeof body.downstream_order_no === "string" && /^[^\r\n\t]+$/.test(body.downstream_order_no),
      "downstream_order_no: a text",
      proof,
    ),
  );
  await rule("agent.number-length", "the number has at most 64 characters", () =>
    expect([...String(body.downstream_order_no)].length <= 64, "at most 64 characters", proof),
  );
  await rule("agent.optional", "address and metadata are an address and an object", () => {
    const { customer_email: email, metadata } = body;
    expect(email == null || /^[^@\s]+@[^@\s]+$/.test(email), "an e-mail address, or none", proof);
    expect(
      metadata == null || (typeof metadata === "object" && !Array.isArray(metadata)),
      "an object, or none",
      proof,
    );
  });
  const [paid] = main.of("paid");
  const payment = paid?.body ?? {};
  await rule("agent.pays", "reports the payment of its order", () => {
    expect(paid !== undefined, "POST …/paid", proof);
    expect(main.calls.indexOf(paid) > main.calls.indexOf(created), "after the order", proof);
  });
  await rule("agent.payment", "the report has three members", () =>
    expect(
      Object.keys(payment).sort().join() === "downstream_payment_id,paid_amount,paid_at",
      "the three members, and no other",
      proof,
    ),
  );
  await rule("agent.amount", "paid_amount is the amount of the order, as a text", () =>
    expect(payment.paid_amount === main.orders[0]?.amount, main.orders[0]?.amount, proof),
  );
  await rule("agent.paid-at", "paid_at is a time of now with its offset", () => {
    const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(
      String(payment.paid_at),
    );
    expect(
      isTime && Math.abs(Date.parse(payment.paid_at) - Date.now()) < 600_000,
      "a time of now, like 2026-01-01T00:00:00Z",
      proof,
    );
  });
  await rule("agent.payment-length", "the payment id has at most 100 characters", () =>
    expect(
      typeof payment.downstream_payment_id === "string" && [...payment.downstream_payment_id].length <= 100,
      "1 to 100 characters",
      proof,
    ),
  );
  await rule("agent.pays-once", "orders and pays once", () =>
    expect(main.orders.length === 1 && main.of("paid").length === 1, "one order and one payment", proof),
  );
}

async function checkGoods(report, command) {
  report.section("What its buyer gets");
  const shown = (name, sentence, scenario, options) =>
    report.rule(name, sentence, async () => {
      const bought = judged(await buy(command, scenario, options));
      expect(bought.result.code === 0, "exit code 0", bought.proof);
      expect(
        isPrinted(bought),
        `the payload ${JSON.stringify(String(bought.payload).slice(0, 100))}`,
        bought.proof,
      );
    });
  const key = () => `CARD-${randomUUID().toUpperCase()}`;
  await shown("agent.lines", "a payload of three lines is printed whole", {
    payload: () => `${key()}\n${key()}\n${key()}`,
  });
  await shown("agent.letters", "letters of any language are printed as they came", {
    payload: () => `密钥 ☃ é "quoted" \\ ${key()}`,
  });
  await shown("agent.blanks", "blanks at both ends of a payload are printed as they came", {
    payload: () => `  ${key()}  `,
  });
  await shown("agent.long", "a payload of 500,000 bytes is printed whole", {
    payload: () => `${key()}\n`.repeat(12_000).trimEnd(),
  });
  await report.rule("agent.large-amount", "an amount is reported as it was told, or not at all", async () => {
    for (const price of ["1000000.10", "0.10"]) {
      const bought = judged(await buy(command, { price }));
      const sums = bought.main.of("paid").map(({ body }) => body?.paid_amount);
      expect(
        sums.every((sum) => sum === price),
        `paid_amount ${price}, or no payment`,
        bought.proof,
      );
    }
  });
  await report.rule(
    "agent.other-amount",
    "pays the amount of the order, also when the list had another price, or nothing",
    async () => {
      const bought = judged(await buy(command, { amount: "9.95" }));
      const sums = bought.main.of("paid").map(({ body }) => body?.paid_amount);
      expect(
        sums.every((sum) => sum === "9.95"),
        "paid_amount 9.95, or no payment",
        bought.proof,
      );
    },
  );
}

async function checkSeveral(report, command) {
  report.section("Several purchases");
  const [one, two] = [await buy(command), await buy(command)];
  const numbers = [one, two].map(({ main }) => main.orders[0]?.body.downstream_order_no);
  await report.rule("agent.number-unique", "the next order has another number", () => {
    judged(two);
    expect(numbers[0] !== numbers[1] && numbers[1] !== undefined, "another downstream_order_no", two.proof);
  });
  await report.rule("agent.payment-unique", "the next order is paid with another payment", () => {
    judged(two);
    const ids = [one, two].map(({ main }) => main.of("paid")[0]?.body?.downstream_payment_id);
    expect(ids[0] !== ids[1] && ids[1] !== undefined, "another downstream_payment_id", two.proof);
  });
  await report.rule(
    "agent.at-once",
    "two purchases at once are two orders with goods of their own",
    async () => {
      const bought = judged(await buy(command, {}, { at: [newOrderNo(), newOrderNo()] }));
      const { main, results } = bought;
      expect(main.orders.length === 2, "two orders", bought.proof);
      expect(
        new Set(main.of("paid").map(({ body }) => body?.downstream_payment_id)).size === 2,
        "two payments",
        bought.proof,
      );
      for (const { payload } of main.orders)
        expect(
          results.filter(({ out }) => out.includes(payload)).length === 1,
          "each payload printed once",
          bought.proof,
        );
    },
  );
}

/** Plays a main site, once for each thing that can happen to an agent. */
export async function checkAgent(report, command, { key, secret, listen, callback }) {
  if (key) Object.assign(place, { key, secret });
  if (listen) {
    const { hostname, port } = new URL(`http://${listen}`);
    Object.assign(place, { hostname, port: Number(port) });
  }
  console.log(`Playing a main site for ${command}`);
  const plain = await buy(command);
  if (plain.main.calls.length === 0)
    throw new Error(`The command made no call: ${plain.proof.exchange.came}`);
  await checkCalls(report, plain);
  await report.rule("agent.payload", "prints the payload, and nothing was refused", () => {
    judged(plain);
    expect(
      isPrinted(plain) && plain.result.code === 0,
      `the payload ${plain.payload}, and exit code 0`,
      plain.proof,
    );
  });
  await report.rule("agent.further-members", "members that nobody knows are ignored", () => {
    judged(plain);
    expect(plain.result.code === 0 && plain.main.orders[0]?.isPaid, "a paid order", plain.proof);
  });
  await checkGoods(report, command);
  await checkSeveral(report, command);
  await checkLosses(report, command, callback);
}
