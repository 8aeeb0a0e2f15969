import { createServer } from "node:http";
import { expectOk, utc } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { exchanges, nowSeconds, sign } from "../signed-call.mjs";

const sentences = {
  "callback.sent": "a delivered order sends order.fulfilled",
  "callback.signature": "the callback is signed",
  "callback.body": "the callback has the specified members",
  "callback.numbers": "it names the order by both numbers",
  "callback.payload": "it has the payload that can be read",
  "callback.event-id": "it has an event_id, and the header X-Site-Event-Id",
  "callback.sequence": "it has a sequence",
  "callback.retry": "a callback that was refused comes again",
  "callback.same-body": "with the same body, byte for byte",
  "callback.fresh": "with a fresh nonce and signature",
  "callback.once": "after a 2xx it comes no more",
};

/** Agent's receiver. The first callback of each order is refused, so that it has to come again. */
export async function listen(address) {
  const { port, hostname } = new URL(`http://${address}`);
  const calls = [];
  let wake = () => {};
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const call = { headers: request.headers, text, json: null };
    try {
      call.json = JSON.parse(text);
    } catch {
      // Judged as it is.
    }
    const isPing = call.json?.event === "ping";
    const number = call.json?.downstream_order_no;
    const isFirst = !calls.some(({ json }) => json?.downstream_order_no === number);
    call.answered = isFirst && !isPing ? 500 : 200;
    if (!isPing) calls.push(call);
    response.writeHead(call.answered).end();
    wake();
  });
  await new Promise((resolve, reject) =>
    server.once("error", reject).listen(Number(port), hostname, resolve),
  );
  return {
    all: () => calls,
    /** Waits until this many callbacks have come, or for the time. */
    async waitFor(count, ms, read = () => calls) {
      const end = Date.now() + ms;
      while (read().length < count && Date.now() < end)
        await new Promise((resolve) => {
          wake = resolve;
          setTimeout(resolve, Math.min(500, Math.max(0, end - Date.now())));
        });
      return read();
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

const cameAs = (call) => ({
  sent: "the payment of the order",
  came: `callback ${call.text}`,
  brief: `callback ${call.json?.event}, answered ${call.answered}`,
});
const shown = (call) => ({ exchange: cameAs(call) });

export async function checkCallbacks(report, main, receiver, order, { fulfillment: answered, waitMs }) {
  report.section("Callbacks");
  const skipAll = (why, names = Object.keys(sentences)) => {
    for (const name of names) report.skip(name, sentences[name], why);
  };
  if (!receiver) return skipAll("give --listen HOST:PORT, and enter it as the site's callback address");
  const { credentials } = main;
  const ours = () =>
    receiver
      .all()
      .filter(({ text }) => text.includes(order.downstream) || text.includes(order.upstream_order_no));
  const [first] = await receiver.waitFor(1, waitMs, ours);
  const isLate = answered.status !== "ready";
  if (isLate && !first)
    return skipAll(`the order was not delivered within ${waitMs / 1000} s: see --patience`);
  // Goods that a person prepared, or released: the order tells them by now.
  const fulfillment = isLate ? (expectOk(await main.get(order.path)).fulfillment ?? answered) : answered;
  let judged = first;
  const rule = (name, check) =>
    report.rule(name, sentences[name], () => {
      if (judged) exchanges.add(cameAs(judged));
      return check();
    });
  await rule("callback.sent", () =>
    expect(first !== undefined, `a callback within ${waitMs / 1000} s`, undefined),
  );
  if (!first) return skipAll("no callback came", Object.keys(sentences).slice(1));
  await rule("callback.signature", () => {
    const {
      "x-site-key": key,
      "x-site-timestamp": time,
      "x-site-nonce": nonce,
      "x-site-signature": given,
    } = first.headers;
    expect(key === credentials.key, `X-Site-Key ${credentials.key}`, shown(first));
    expect(
      given === sign(credentials, String(time), String(nonce), first.text),
      "the signature over these bytes",
      shown(first),
    );
    expect(Math.abs(Number(time) - nowSeconds()) < 300, "a timestamp of now", shown(first));
    expect(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(nonce),
      "a UUID v4",
      shown(first),
    );
  });
  const body = first.json ?? {};
  await rule("callback.body", () => {
    expect(body.event === "order.fulfilled", "event order.fulfilled", shown(first));
    for (const name of ["upstream_order_no", "downstream_order_no"])
      expect(typeof body[name] === "string", `${name}: a text`, shown(first));
    expect(body.fulfillment?.status === "ready", "fulfillment.status ready", shown(first));
    expect(utc.test(body.timestamp), "timestamp: ISO 8601 in UTC", shown(first));
  });
  await rule("callback.numbers", () =>
    expect(
      body.upstream_order_no === order.upstream_order_no && body.downstream_order_no === order.downstream,
      `${order.upstream_order_no} and ${order.downstream}`,
      shown(first),
    ),
  );
  await rule("callback.payload", () =>
    expect(body.fulfillment?.payload === fulfillment.payload, "the payload of the answer", shown(first)),
  );
  await rule("callback.event-id", () => {
    expect(typeof body.event_id === "string" && body.event_id !== "", "event_id: a text", shown(first));
    expect(first.headers["x-site-event-id"] === body.event_id, "the same in X-Site-Event-Id", shown(first));
  });
  await rule("callback.sequence", () =>
    expect(
      Number.isSafeInteger(body.sequence) && body.sequence >= 0,
      "sequence: a whole number",
      shown(first),
    ),
  );
  const [, second] = await receiver.waitFor(2, waitMs, ours);
  await rule("callback.retry", () =>
    expect(second !== undefined, "the callback again, after HTTP 500", undefined),
  );
  if (!second)
    return skipAll("it did not come again", ["callback.same-body", "callback.fresh", "callback.once"]);
  judged = second;
  await rule("callback.same-body", () => expect(second.text === first.text, first.text, shown(second)));
  await rule("callback.fresh", () => {
    const { "x-site-timestamp": time, "x-site-nonce": nonce, "x-site-signature": given } = second.headers;
    expect(nonce !== first.headers["x-site-nonce"], "another nonce", { nonce });
    expect(
      given === sign(credentials, String(time), String(nonce), second.text),
      "the signature over these bytes",
      shown(second),
    );
  });
  await rule("callback.once", async () => {
    const before = ours().length;
    if (second.answered !== 200) throw new Skipped("it was refused twice");
    await receiver.waitFor(before + 1, Math.min(1_500, waitMs / 4), ours);
    expect(ours().length === 2, "no further callback", shown(ours().at(-1)));
  });
}
