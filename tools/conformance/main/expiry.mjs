import { expectOk, expectRefused } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { readStock } from "./goods.mjs";
import { paidBody } from "./refused.mjs";

const minuteMs = 60_000;

const waitUntil = async (time) => {
  const left = Math.max(0, time - Date.now());
  if (left > 1000) console.log(`           waiting ${Math.ceil(left / 1000)} s`);
  await new Promise((resolve) => setTimeout(resolve, left));
};

/** A site may need a moment to notice that a reservation has ended. */
const noticeMs = 65_000;
const longestWaitMs = 6 * minuteMs;

async function poll(read, isDone, untilMs) {
  for (const end = Date.now() + untilMs; ; ) {
    const value = await read();
    if (isDone(value) || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, Math.min(1000, untilMs / 10)));
  }
}

const sentences = {
  "expiry.status": "an unpaid order expires",
  "expiry.stock": "its units come back",
  "expiry.paid": "paying it then is 4099 or delivers, once",
};

export function skipExpiry(report) {
  for (const [name, sentence] of Object.entries(sentences))
    report.skip(name, sentence, "give --thorough, and let the site reserve for at most six minutes");
}

/** @param order an unpaid order, whose reservation ends in a while */
export async function checkExpiry(report, main, order, { reservation, isBuying }) {
  report.section("The end of a reservation");
  const waits = Date.parse(order.expire_at) - Date.now();
  if (waits > longestWaitMs) return skipExpiry(report);
  await waitUntil(Date.parse(order.expire_at) + 100);
  const untilMs = reservation ? Math.max(500, reservation * 500) : noticeMs;
  await report.rule("expiry.status", sentences["expiry.status"], async () => {
    const answer = await poll(
      () => main.get(order.path),
      ({ json }) => json?.data?.status === "expired",
      untilMs,
    );
    expect(expectOk(answer).status === "expired", "status expired", answer);
  });
  await report.rule("expiry.stock", sentences["expiry.stock"], async () => {
    if (!order.goods.isCounted) throw new Skipped("its stock does not fall");
    const stock = await poll(
      () => readStock(main, order.goods),
      (value) => value >= order.goods.stock,
      untilMs,
    );
    expect(stock >= order.goods.stock, `stock ${order.goods.stock}`, { stock });
  });
  await report.rule("expiry.paid", sentences["expiry.paid"], async () => {
    if (!isBuying) throw new Skipped("give --buy to pay for it");
    const answer = await main.post(`${order.path}/paid`, paidBody(order.amount));
    if (answer.status !== 200) return expectRefused(answer, 409, 4099);
    const now = await main.get(order.path);
    expect(["paid", "delivering", "delivered"].includes(expectOk(now).status), "a paid order", now);
  });
}
