import { expect, Skipped } from "../report.mjs";
import { MainSite } from "./main-site.mjs";
import { buy, evidence, judged } from "./purchase.mjs";
import { runCommand } from "./run-command.mjs";

const carriedOut = (rest) => [{ isCarriedOut: true, ...rest }];
const lost = carriedOut({ isReset: true });
const repeated = (answer) => Array.from({ length: 20 }, () => answer);

const numbersOf = (main) => new Set(main.of("create").map(({ body }) => body?.downstream_order_no));
const paymentsOf = (main) => new Set(main.of("paid").map(({ body }) => body?.downstream_payment_id));

function expectOneOrder({ main, proof }) {
  expect(numbersOf(main).size <= 1, "one downstream_order_no", proof);
  expect(paymentsOf(main).size <= 1, "one downstream_payment_id", proof);
}

function expectNoGoods({ main, result, proof }) {
  const isShown = main.orders.some(({ payload }) => result.out.includes(payload));
  expect(!isShown, "no payload printed", proof);
  expect(result.code !== 0, "an exit code above 0", proof);
}

const isDelivered = ({ main, result }) => main.orders.some(({ payload }) => result.out.includes(payload));

async function checkLostAnswers(report, command) {
  report.section("Answers that are lost");
  const rule = (name, sentence, scenario, check) =>
    report.rule(name, sentence, async () => {
      const bought = judged(await buy(command, scenario));
      expectOneOrder(bought);
      check?.(bought);
    });
  const expectDelivered = (bought) =>
    expect(
      isDelivered(bought),
      "the payload printed: the order was delivered, and a GET tells it",
      bought.proof,
    );
  const endsSomehow = ({ main, result, proof }) =>
    expect(
      main.orders.some(({ isPaid }) => isPaid) || result.code !== 0,
      "the same order paid, or an exit code above 0",
      proof,
    );
  await rule(
    "agent.lost-order",
    "an order whose answer was lost is the same order",
    { instead: { create: lost } },
    endsSomehow,
  );
  await rule(
    "agent.broken-order",
    "an order that got HTTP 500 is sent again with its number, or not at all",
    { instead: { create: [{ code: 5000 }] } },
    endsSomehow,
  );
  await rule(
    "agent.lost-payment",
    "a payment whose answer was lost is read back",
    { instead: { paid: lost } },
    expectDelivered,
  );
  await rule(
    "agent.broken-payment",
    "a payment that got HTTP 500 is read back",
    { instead: { paid: carriedOut({ code: 5000, data: null }) } },
    expectDelivered,
  );
  await rule(
    "agent.page",
    "a payment that got the page of a proxy is read back",
    { instead: { paid: carriedOut({ http: 502, text: "<html>Bad gateway</html>" }) } },
    expectDelivered,
  );
  await rule(
    "agent.unpaid-payment",
    "a payment that did not arrive is reported again with its id",
    { instead: { paid: [{ isReset: true }] } },
    (bought) => {
      expect(bought.main.of("paid").length > 1, "the same payment reported again", bought.proof);
      expectDelivered(bought);
    },
  );
  await rule(
    "agent.half-refused",
    "4099 with HTTP 502 is no refusal",
    { instead: { paid: carriedOut({ code: 4099, http: 502 }) } },
    expectDelivered,
  );
  await report.rule("agent.nonce-repeat", "a repeat has a nonce of its own", async () => {
    const bought = judged(await buy(command, { instead: { create: lost, paid: lost } }));
    expect(!bought.main.calls.some(({ problem }) => problem !== null), "no repeated nonce", bought.proof);
  });
}

async function checkRefusals(report, command) {
  report.section("Refusals");
  await report.rule("agent.redirect", "a redirect of a payment is not followed", async () => {
    const instead = { paid: [{ http: 307, code: 5000, headers: { location: "/elsewhere" } }] };
    const bought = judged(await buy(command, { instead }));
    const isFollowed = bought.main.calls.some(({ path }) => path === "/elsewhere");
    expect(!isFollowed, "no call to where the redirect leads", bought.proof);
  });
  await report.rule("agent.conflict", "after 4090 the payload is read", async () => {
    const bought = judged(await buy(command, { instead: { paid: carriedOut({ code: 4090, data: null }) } }));
    expectOneOrder(bought);
    expect(isDelivered(bought), "the payload printed", bought.proof);
  });
  await report.rule(
    "agent.canceled",
    "after 4090 of an order that was canceled: no goods, or a new order with a number of its own",
    async () => {
      const instead = { paid: [{ code: 4090, cancels: true }] };
      const bought = judged(await buy(command, { instead }));
      expect(!bought.main.orders[0]?.isPaid, "the canceled order unpaid", bought.proof);
      if (bought.main.orders.length > 1 && isDelivered(bought)) return;
      expectNoGoods(bought);
    },
  );
  await report.rule("agent.short", "4099 on the order: nothing is paid, and no goods are shown", async () => {
    const instead = { create: repeated({ code: 4099 }) };
    const bought = judged(await buy(command, { instead }));
    expect(bought.main.of("paid").length === 0, "no payment", bought.proof);
    expectNoGoods(bought);
  });
  await report.rule(
    "agent.refused-order",
    "4090 on the order: nothing is paid, and no goods are shown",
    async () => {
      const instead = { create: repeated({ code: 4090 }) };
      const bought = judged(await buy(command, { instead }));
      expect(bought.main.of("paid").length === 0, "no payment", bought.proof);
      expectNoGoods(bought);
    },
  );
  await report.rule(
    "agent.gone",
    "4099 on the payment: no goods, or a new order with a number of its own",
    async () => {
      const bought = judged(await buy(command, { instead: { paid: [{ code: 4099 }] } }));
      const { main, proof } = bought;
      const [first] = main.orders;
      const again = main.of("paid").slice(1);
      expect(
        again.every(({ path }) => !path.includes(first?.no)),
        "no further payment of the order that is gone",
        proof,
      );
      if (main.orders.length > 1 && isDelivered(bought)) return;
      expectNoGoods(bought);
    },
  );
  await report.rule("agent.too-many", "after 4290 no call comes before its time", async () => {
    const seconds = 2;
    const refusal = { code: 4290, headers: { "retry-after": String(seconds) } };
    for (const stage of ["create", "paid"]) {
      const bought = judged(await buy(command, { instead: { [stage]: [refusal] } }));
      const { calls } = bought.main;
      const at = calls.findIndex(({ status }) => status === 429);
      const next = calls[at + 1];
      expect(at >= 0, "a call that is answered 429", bought.proof);
      expect(
        next === undefined || next.at - calls[at].at >= seconds * 1000 - 100,
        `no call within ${seconds} seconds`,
        bought.proof,
      );
      expectOneOrder(bought);
      expect(
        next !== undefined || bought.result.code !== 0,
        "a call later, or an exit code above 0",
        bought.proof,
      );
    }
  });
}

/** Longer than an agent lets its buyer wait until it asks once more. */
const waitMs = 60_000;

/** Goods come once they were asked for; an agent that takes callbacks is told of them instead. */
async function checkWaiting(report, command, receiver) {
  report.section("Goods that come later");
  let isSilent = false;
  const needs = "it does not ask for its goods: give --callback URL, and they are told there";
  const waiting = (name, fulfillment, sentence) =>
    report.rule(name, sentence, async () => {
      if (isSilent) throw new Skipped(needs);
      const scenario = { fulfillment, with: { releasesWhenAsked: true, receiver } };
      const bought = judged(await buy(command, scenario, { patienceMs: waitMs }));
      const { main, result, proof } = bought;
      expectOneOrder(bought);
      expect(main.orders.length === 1, "one order", proof);
      if (isDelivered(bought)) {
        expect(result.code === 0, "exit code 0", proof);
        return;
      }
      expect(result.isKilled, "no end before the goods have come", proof);
      isSilent = !receiver && main.of("get").length === 0;
      if (isSilent) throw new Skipped(needs);
      expect(false, `the payload printed within ${waitMs / 1000} seconds`, proof);
    });
  await waiting("agent.held", "held", "a held order is waited for, and its goods are handed over");
  await waiting("agent.processing", "processing", "an order in the making is waited for");
  await waiting("agent.failed", "failed", "an order that is short of stock is waited for");
  await report.rule(
    "agent.refunded",
    "an order that is refunded while it is waited for ends without goods, and nothing is ordered anew",
    async () => {
      if (isSilent) throw new Skipped(needs);
      const scenario = { fulfillment: "failed", with: { refundsWhenAsked: true, receiver } };
      const bought = judged(await buy(command, scenario, { patienceMs: waitMs }));
      expectOneOrder(bought);
      expect(!bought.result.isKilled, `an end within ${waitMs / 1000} seconds`, bought.proof);
      expectNoGoods(bought);
    },
  );
  const noPurchaseAnew = (name, sentence, scenario) =>
    report.rule(name, sentence, async () => {
      const bought = judged(await buy(command, scenario, { patienceMs: 25_000 }));
      expectOneOrder(bought);
      expectNoGoods(bought);
    });
  await noPurchaseAnew("agent.forgotten", "an order that is paid and then unknown is not ordered again", {
    fulfillment: "processing",
    instead: { get: repeated({ code: 4004 }), paid: lost },
  });
  await noPurchaseAnew(
    "agent.doubtful",
    "an order that is gone after a payment whose answer was lost is not ordered again",
    { instead: { paid: [{ isReset: true }, ...repeated({ code: 4099 })], get: repeated({ code: 5000 }) } },
  );
}

/** The agent dies while its payment is on the way, and buys for the same order of its buyer once more. */
async function checkKilled(report, command) {
  report.section("After a restart");
  await report.rule(
    "agent.killed",
    "an agent that died with its payment on the way orders nothing anew",
    async () => {
      const orderNo = `CONFKILL${Date.now().toString(36).toUpperCase()}`;
      let kill = () => {};
      const hold = () => {
        kill();
        return new Promise((resolve) => setTimeout(resolve, 200));
      };
      const main = await new MainSite({ instead: { paid: carriedOut({ hold, isReset: true }) } }).start();
      try {
        const first = runCommand(command, main, { orderNo });
        kill = first.kill;
        await first.ended;
        const ours = main.orders[0]?.body.downstream_order_no ?? "";
        if (!ours.includes(orderNo))
          throw new Skipped(
            "its numbers do not begin with ORDER_NO: nothing tells that the two are one purchase",
          );
        const result = await runCommand(command, main, { orderNo }).ended;
        const bought = judged({ main, result, proof: evidence(main, result) });
        expectOneOrder(bought);
        expect(isDelivered(bought), "the payload printed", bought.proof);
      } finally {
        await main.stop();
      }
    },
  );
}

/** Lets go wrong on the way what must not cost the agent twice. */
export async function checkLosses(report, command, receiver) {
  await checkLostAnswers(report, command);
  await checkRefusals(report, command);
  await checkWaiting(report, command, receiver);
  await checkKilled(report, command);
}
