import { setTimeout as sleep } from "node:timers/promises";
import { anEmail } from "../builders/products";
import type { FakeGateway } from "../fakes/fake-gateway";

/** Settings of a shop in which one machine buys as much as it likes. */
export const unlimitedBuying = {
  "limits.guestOrdersPerMinute": "100000",
  "limits.openOrdersPerIp": "100000",
  "limits.publicReadsPerMinute": "100000",
  "limits.callbacksPerMinute": "100000",
};

export interface Bought {
  orderNo: string;
  token: string;
  key: string;
}

interface Envelope {
  data: {
    order_no: string;
    guest_token: string;
    payment?: { payment_no: string };
    items: { fulfillment: { secrets?: string[] } | null }[];
  };
}

/** A buyer and a gateway who know the shop by its addresses alone, and come again when it fails them. */
export class HttpBuyer {
  /** The gateway was told `success` for these. */
  readonly acknowledged: { orderNo: string; token: string }[] = [];
  readonly bought: Bought[] = [];
  /** Confirmed to the buyer, and unknown to the shop later. */
  readonly lost: string[] = [];
  /** Gone before their payment could begin, and never confirmed: an asynchronous standby had not heard of the order. */
  vanished = 0;
  failures = 0;
  /** The last final refusal, for the message of a test that did not expect one. */
  refusal: { rule: string | null; text: string } = { rule: null, text: "" };

  constructor(
    private readonly shops: readonly { url: string }[],
    private readonly gateway: FakeGateway,
    private readonly what: { productId: number; channelId: number; price: string },
  ) {}

  #turn = 0;
  #shop(): string {
    this.#turn += 1;
    return this.shops[this.#turn % this.shops.length]?.url ?? "";
  }

  async #call(path: string, init: RequestInit = {}): Promise<Envelope | "refused" | null> {
    const answer = await fetch(`${this.#shop()}/api/v1${path}`, {
      ...init,
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);
    // An answer may break off in its middle.
    const read = answer?.ok ? ((await answer.json().catch(() => null)) as Envelope | null) : null;
    if (read) return read;
    this.failures += 1;
    if (!answer || answer.ok || answer.status >= 500) return null;
    this.refusal = {
      rule: answer.headers.get("x-error-rule"),
      text: `${answer.status} ${await answer.text()}`,
    };
    return "refused";
  }

  /** Repeats until it is done: what a person, a gateway or a browser does. */
  async #until<T>(step: () => Promise<T | null>): Promise<T> {
    for (;;) {
      const done = await step();
      if (done !== null) return done;
      await sleep(200);
    }
  }

  async buy(): Promise<void> {
    const { productId, channelId, price } = this.what;
    const body = { product_id: productId, quantity: 1, email: anEmail(), payment_channel_id: channelId };
    const created = await this.#call("/guest/orders", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    // An order that was not confirmed is not paid.
    if (created === "refused") {
      const { rule, text } = this.refusal;
      if (rule !== "order_not_payable") throw new Error(`The shop refuses orders: ${text}`);
      this.vanished += 1;
      return;
    }
    if (!created?.data.payment) return;
    const { order_no: orderNo, guest_token: token, payment } = created.data;
    this.gateway.pay(payment.payment_no, price);
    const ack = await this.#until(async () => {
      const address = `${this.#shop()}/api/v1/payments/callback/epay/${channelId}`;
      const ack = await this.gateway.notify(address, payment.payment_no).catch(() => null);
      if (ack && ack.status < 500) return ack.body;
      this.failures += 1;
      return null;
    });
    if (ack !== "success") {
      this.lost.push(orderNo);
      return;
    }
    this.acknowledged.push({ orderNo, token });
    const key = await this.#until(async () => {
      const read = await this.#call(`/guest/orders/${orderNo}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return read === "refused" ? read : (read?.data.items[0]?.fulfillment?.secrets?.[0] ?? null);
    });
    if (key === "refused") {
      this.lost.push(orderNo);
      return;
    }
    this.bought.push({ orderNo, token, key });
  }
}

/** Two persons buy side by side until so many have their key. */
export async function buyUntil(buyer: HttpBuyer, count: number): Promise<void> {
  const person = async () => {
    while (buyer.bought.length < count) {
      await buyer.buy();
      await sleep(50);
    }
  };
  await Promise.all([person(), person()]);
}
