import { randomUUID } from "node:crypto";
import { expectTaken } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { restart } from "../restart.mjs";

const sentences = {
  "received.refund-first": "a partial refund that overtook the delivery shows the payload that it carries",
  "received.fulfilled": "order.fulfilled shows its payload to the buyer",
  "received.again": "the same event again is taken and changes nothing",
  "received.further-members": "members that nobody knows are ignored",
  "received.changed": "order.secret_changed puts the new payload in place of the former",
  "received.older": "an older event is taken and changes nothing",
  "received.overtaken": "an event that overtook another one is the one that stays",
  "received.sequence-first": "the sequence counts, and not the time",
  "received.large-sequence": "two sequences of 64 bits are told apart",
  "received.unknown-event": "an unknown event is taken, and hides none that is known",
  "received.lines": "a payload of several lines is shown whole",
  "received.letters": "letters of any language are shown as they came",
  "received.at-once": "of events at once the newest stays",
  "received.partial-refund": "a partial refund leaves the goods",
  "received.long": "a payload of 1,000,000 bytes is taken",
  "received.restart": "what was taken is there after a restart",
  "received.revoked": "after a refund no older event delivers",
  "received.older-time": "without a sequence an earlier time is older",
};

/** Sends the events of one order, and looks after each at what the buyer sees. */
class Story {
  #sequence = Date.now();

  constructor({ send, message, buyerPage, order }) {
    this.send = send;
    this.message = message;
    this.buyerPage = buyerPage;
    this.order = order;
  }

  next = () => ++this.#sequence;

  /** Tells an event; its time follows its number unless something else is said. */
  tell(event, sequence, fulfillment, changes = {}) {
    const body = this.message({
      event,
      fulfillment,
      timestamp: new Date(sequence).toISOString(),
      event_id: `${this.order.upstream}-${sequence}`,
      sequence,
      ...changes,
    });
    return this.send(body);
  }

  /** Reads what the buyer sees now: a page or JSON. */
  async page() {
    const response = await fetch(
      this.buyerPage.replaceAll("{order}", encodeURIComponent(this.order.downstream)),
      {
        signal: AbortSignal.timeout(20_000),
      },
    );
    return response.text();
  }

  async expectShown(key, { instead = [] } = {}) {
    const text = await this.page();
    const isShown = [key, JSON.stringify(key).slice(1, -1)].some((form) => text.includes(form));
    expect(isShown, `the buyer's page with ${key.slice(0, 80)}`, text.slice(0, 400));
    for (const other of instead)
      expect(!text.includes(other), `no ${other} on the buyer's page`, text.slice(0, 400));
  }
}

const aKey = (name) => `CONF-${name}-${randomUUID().slice(0, 8).toUpperCase()}`;
const ready = (payload) => ({ status: "ready", payload, secrets: [payload] });

/** @param tools what `checkReceiver` has made, with an order that the receiver knows and a page of its buyer */
export async function checkEvents(report, tools) {
  report.section("What is applied");
  const skipAll = (why) => {
    for (const [name, sentence] of Object.entries(sentences)) report.skip(name, sentence, why);
  };
  if (!tools.order) return skipAll("give --upstream-order-no and --downstream-order-no");
  if (!tools.buyerPage)
    return skipAll("give --buyer-page, an address that shows what the buyer of the order sees");
  const story = new Story(tools);
  const rule = (name, check) => report.rule(name, sentences[name], check);
  const [first, second, third] = ["FIRST", "SECOND", "THIRD"].map(aKey);
  const taken = async (...args) => expectTaken(await story.tell(...args));

  const start = story.next();

  await rule("received.fulfilled", async () => {
    await taken("order.fulfilled", start, ready(first));
    await story.expectShown(first);
  });
  await rule("received.again", async () => {
    await taken("order.fulfilled", start, ready(first));
    await story.expectShown(first);
  });
  await rule("received.changed", async () => {
    await taken("order.secret_changed", story.next(), ready(second));
    await story.expectShown(second, { instead: [first] });
  });
  await rule("received.older", async () => {
    await taken("order.fulfilled", start, ready(first));
    await taken("order.secret_changed", start - 1, ready(third));
    await story.expectShown(second, { instead: [first, third] });
  });
  await rule("received.overtaken", async () => {
    const [early, late] = [story.next(), story.next()];
    await taken("order.secret_changed", late, ready(third));
    await taken("order.secret_changed", early, ready(second));
    await story.expectShown(third, { instead: [second] });
  });
  await rule("received.sequence-first", async () => {
    const key = aKey("BY-NUMBER");
    await taken("order.secret_changed", story.next(), ready(key), {
      timestamp: new Date(start - 60_000).toISOString(),
    });
    await story.expectShown(key, { instead: [third] });
  });
  await rule("received.large-sequence", async () => {
    const [late, early] = [aKey("LARGE-LATE"), aKey("LARGE-EARLY")];
    const base = story.next();
    await taken("order.secret_changed", story.next(), ready(late));
    await taken("order.secret_changed", base, ready(early));
    await story.expectShown(late, { instead: [early] });
  });
  await rule("received.unknown-event", async () => {
    const key = aKey("AFTER-UNKNOWN");
    const known = story.next();
    await taken("order.conformance", known + 1_000_000, { status: "ready", payload: aKey("UNKNOWN") });
    await taken("order.secret_changed", known, ready(key));
    await story.expectShown(key);
  });
  await rule("received.further-members", async () => {
    const key = aKey("FURTHER");
    const fulfillment = { ...ready(key), colour: "blue", parts: [{ a: 1 }] };
    await taken("order.secret_changed", story.next(), fulfillment, { conformance: { deep: [1, 2] } });
    await story.expectShown(key);
  });
  await rule("received.lines", async () => {
    const key = `${aKey("LINE-1")}\n${aKey("LINE-2")}`;
    await taken("order.secret_changed", story.next(), ready(key));
    for (const line of key.split("\n")) await story.expectShown(line);
  });
  await rule("received.letters", async () => {
    const key = `${aKey("LETTERS")} 密钥 ☃ é`;
    await taken("order.secret_changed", story.next(), ready(key));
    await story.expectShown(key);
  });
  await rule("received.at-once", async () => {
    for (let round = 0; round < 3; round++) {
      const events = Array.from({ length: 5 }, (_, n) => ({
        sequence: story.next(),
        key: aKey(`AT-ONCE-${n}`),
      }));
      const answers = await Promise.all(
        events.reverse().map(({ sequence, key }) => story.tell("order.secret_changed", sequence, ready(key))),
      );
      for (const answer of answers) expectTaken(answer);
      await story.expectShown(events[0].key, { instead: events.slice(1).map(({ key }) => key) });
    }
  });
  await rule("received.long", async () => {
    const key = aKey("LONG").padEnd(1_000_000, "x");
    await taken("order.secret_changed", story.next(), ready(key));
    await story.expectShown(key.slice(0, 40));
  });
  const last = aKey("LAST");
  await rule("received.partial-refund", async () => {
    await taken("order.secret_changed", story.next(), ready(last));
    await taken("order.refunded", story.next(), ready(last), { refunded_amount: "0.01" });
    await story.expectShown(last);
  });
  await rule("received.older-time", async () => {
    const key = aKey("EARLIER");
    await taken("order.secret_changed", start, ready(key), {
      sequence: undefined,
      event_id: undefined,
      timestamp: new Date(start - 3_600_000).toISOString(),
    });
    await story.expectShown(last, { instead: [key] });
  });
  await rule("received.restart", async () => {
    if (!tools.command) throw new Skipped("give --restart COMMAND, which restarts the receiver and ends");
    const key = aKey("RESTART");
    const sequence = story.next();
    await taken("order.secret_changed", sequence, ready(key));
    await restart(tools.command, tools.url, async () => (await tools.send(tools.ping())).status < 500);
    await story.expectShown(key);
    await taken("order.secret_changed", sequence - 1, ready(last));
    await story.expectShown(key, { instead: [last] });
  });
  await rule("received.refund-first", async () => {
    if (!tools.second) throw new Skipped("give --second-upstream-order-no and --second-downstream-order-no");
    const other = new Story({ ...tools, ...tools.second });
    const [delivery, refund] = [other.next(), other.next()];
    const key = aKey("REFUND-FIRST");
    expectTaken(await other.tell("order.refunded", refund, ready(key), { refunded_amount: "0.01" }));
    await other.expectShown(key);
    expectTaken(await other.tell("order.fulfilled", delivery, ready(key)));
    await other.expectShown(key);
  });
  await rule("received.revoked", async () => {
    const key = aKey("AFTER-REFUND");
    const early = story.next();
    await taken("order.refunded", story.next(), { status: "revoked" }, { refunded_amount: "1.00" });
    await taken("order.secret_changed", early, ready(key));
    const text = await story.page();
    expect(!text.includes(key), `no ${key} on the buyer's page`, text.slice(0, 400));
  });
}
