import { randomUUID } from "node:crypto";
import { expectTaken } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { restart } from "../restart.mjs";
import { nowSeconds, signedCall } from "../signed-call.mjs";
import { checkEvents } from "./events.mjs";

const headerNames = ["X-Site-Key", "X-Site-Timestamp", "X-Site-Nonce", "X-Site-Signature"];

const expectStatus = (answer, http) => expect(answer.status === http, `HTTP ${http}`, answer);

/** Makes the messages of a main site; without a change each is an event that no receiver knows. */
const messageTo =
  (order) =>
  (changes = {}) => ({
    event: "order.conformance",
    upstream_order_no: order?.upstream ?? "NO-SUCH-ORDER",
    downstream_order_no: order?.downstream ?? "NO-SUCH-ORDER",
    fulfillment: { status: "pending" },
    timestamp: new Date().toISOString(),
    ...changes,
  });

async function checkSigned(report, { send, refused, credentials, message }) {
  report.section("Signature, clock and nonce");
  const forged = { signature: "0".repeat(64), note: "forged" };
  await refused("received.signature", "a wrong signature is 403", () => send(message(), forged));
  await refused("received.secret", "a wrong secret is 403", () =>
    send(message(), {}, { ...credentials, secret: "wrong" }),
  );
  await refused("received.key", "an unknown key is 403", () =>
    send(message(), {}, { ...credentials, key: "nobody_knows_this_key" }),
  );
  await refused(
    "received.signature-form",
    "the signature in upper case, a half of it, or none is 403",
    () => send(message(), { signature: (hex) => hex.toUpperCase(), note: "in upper case" }),
    () => send(message(), { signature: (hex) => hex.slice(0, 32), note: "half of it" }),
    () => send(message(), { signature: (hex) => hex.slice(0, 32) + "0".repeat(32), note: "first half true" }),
    () => send(message(), { signature: "", note: "empty" }),
  );
  await refused(
    "received.headers",
    "a callback that lacks one of the four headers is 403",
    ...headerNames.map(
      (name) => () => send(message(), { headers: { [name]: null }, note: `without ${name}` }),
    ),
    // Signed as somebody would who takes what is missing for empty.
    () => send(message(), { nonce: "", headers: { "X-Site-Nonce": null }, note: "signed without a nonce" }),
  );
  await refused("received.body", "a body that was changed after signing is 403", () =>
    send(message(), {
      sentBody: JSON.stringify(message({ event: "order.fulfilled" })),
      note: "signed with another event",
    }),
  );
  await refused("received.first", "a forged callback with a broken body is 403", () => send("{", forged));
  const at = (difference) => () =>
    send(message(), { timestamp: nowSeconds() + difference, note: `timestamp ${difference} s from now` });
  await refused("received.clock", "a timestamp 310 seconds away is 403", at(-310), at(310));
  await report.rule("received.clock-near", "a timestamp 290 seconds away is taken", async () => {
    for (const difference of [-290, 290]) {
      const answer = await at(difference)();
      expect(answer.status !== 403, "another answer than HTTP 403", answer);
    }
  });
  await refused(
    "received.timestamp-form",
    "a timestamp of another form is 403",
    () => send(message(), { timestamp: `${nowSeconds()}abc`, note: "followed by letters" }),
    () => send(message(), { timestamp: Date.now(), note: "milliseconds" }),
  );
  await refused(
    "received.nonce-form",
    "a nonce that is no UUID v4 is 403",
    () => send(message(), { nonce: `x${randomUUID()}`.slice(0, 20), note: "no UUID" }),
    () => send(message(), { nonce: randomUUID().replace(/^(.{14})4/, "$11"), note: "UUID v1" }),
  );
}

async function checkNonces(report, { send, message }) {
  await report.rule("received.nonce-once", "a nonce is taken once", async () => {
    let nonce;
    const first = await send(message(), () => {
      nonce = randomUUID();
      return { nonce };
    });
    expect(first.status !== 403, "another answer than HTTP 403", first);
    expectStatus(await send(message(), { nonce, note: "the nonce again" }), 403);
  });
  await report.rule("received.nonce-at-once", "of ten equal callbacks at once one is taken", async () => {
    for (let round = 0; round < 2; round++) {
      const equal = {
        nonce: randomUUID(),
        timestamp: nowSeconds(),
        isImpatient: true,
        note: "ten of them at once",
      };
      const body = message();
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(body, equal)));
      const taken = answers.filter(({ status }) => status !== 403).length;
      expect(taken === 1, "one that is not 403", { taken });
    }
  });
  await report.rule("received.nonce-unspent", "a wrong signature takes no nonce", async () => {
    const nonce = randomUUID();
    await send(message(), { nonce, signature: "0".repeat(64), note: "forged" });
    const answer = await send(message(), { nonce, note: "the same nonce, rightly signed" });
    expect(answer.status !== 403, "another answer than HTTP 403", answer);
  });
}

async function checkContent(report, { send, message, ping, order }) {
  report.section("Content");
  const answered = (rule, sentence, http, ...bodies) =>
    report.rule(rule, sentence, async () => {
      for (const body of bodies) expectStatus(await send(body), http);
    });
  await answered("received.json", "a body that is no JSON object is 400", 400, "{", "[]", '"text"');
  await answered(
    "received.members",
    "a body that lacks a specified member is 400",
    400,
    ...["event", "upstream_order_no", "downstream_order_no", "fulfillment", "timestamp"].map((name) =>
      message({ [name]: undefined }),
    ),
  );
  await answered("received.unknown-order", "an order that nobody knows is 404", 404, {
    ...message({ event: "order.fulfilled", fulfillment: { status: "ready", payload: "NOT-FOR-YOU" } }),
    upstream_order_no: "NO-SUCH-ORDER",
    downstream_order_no: "NO-SUCH-ORDER",
  });
  await report.rule("received.ping", "a ping is answered with 2xx", async () =>
    expectTaken(await send(ping())),
  );
  const sentence = "a known order with another number is 404";
  if (!order)
    return report.skip(
      "received.both-numbers",
      sentence,
      "give --upstream-order-no and --downstream-order-no",
    );
  const event = {
    event: "order.fulfilled",
    fulfillment: { status: "ready", payload: `STRANGER-${randomUUID()}` },
  };
  await answered(
    "received.both-numbers",
    sentence,
    404,
    message({ ...event, downstream_order_no: "NO-SUCH-ORDER" }),
    message({ ...event, upstream_order_no: "NO-SUCH-ORDER" }),
  );
}

/** A nonce is judged at the end once more: in a while, and after a restart. */
async function checkMemory(report, { url, send, message, early, nonceWait, command }) {
  report.section("Memory");
  await report.rule(
    "received.nonce-window",
    `a nonce is still taken ${nonceWait} seconds later`,
    async () => {
      if (nonceWait === 0) throw new Skipped("--nonce-wait 0");
      const left = nonceWait * 1000 - (performance.now() - early.at);
      if (left > 0) console.log(`           waiting ${Math.ceil(left / 1000)} s`);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
      expectStatus(await send(message(), { ...early.changes, note: "a nonce of a while ago" }), 403);
    },
  );
  await report.rule("received.nonce-restart", "a nonce is still taken after a restart", async () => {
    if (!command) throw new Skipped("give --restart COMMAND, which restarts the receiver and ends");
    let changes;
    await send(message(), () => {
      changes = { nonce: randomUUID(), timestamp: nowSeconds() + 100 };
      return changes;
    });
    await restart(command, url, async () => (await send(message())).status < 500);
    expectStatus(await send(message(), { ...changes, note: "a nonce of before" }), 403);
  });
}

/**
 * Plays a main site. What a receiver does with a good callback can be seen only with an order that it knows, and on a page that
 * shows what its buyer sees.
 */
export async function checkReceiver(report, url, credentials, options) {
  const { order, second, buyerPage, nonceWait } = options;
  console.log(`Playing a main site against ${url}`);
  const message = messageTo(order);
  const ping = () => ({
    ...message({ event: "ping" }),
    upstream_order_no: "PING",
    downstream_order_no: "PING",
    event_id: `PING-${randomUUID()}`,
  });
  const send = (body, changes = {}, by = credentials) => signedCall(by, "POST", url, body, changes);
  const refused = (rule, sentence, ...calls) =>
    report.rule(rule, sentence, async () => {
      for (const call of calls) expectStatus(await call(), 403);
    });
  const early = { at: performance.now(), changes: {} };
  await send(message(), () => {
    early.changes = { nonce: randomUUID(), timestamp: nowSeconds() + 200 };
    return early.changes;
  });
  const tools = { url, send, refused, credentials, message, ping, order, early };
  await checkSigned(report, tools);
  await checkNonces(report, tools);
  await checkContent(report, tools);
  await checkEvents(report, {
    ...tools,
    buyerPage,
    command: options.restart,
    second: second && { order: second, message: messageTo(second) },
  });
  await checkMemory(report, { ...tools, nonceWait, command: options.restart });
}
