import { signedHeaders } from "@/lib/interconnect/signature";
import type { Credentials } from "../../builders/sites";
import type { Order } from "./faulty-orders";

/** Sends the callbacks of the faulty main site; a refused one comes again at once. */
export class CallbackSender {
  #stopped = false;
  #sequence = Date.now();

  constructor(
    private readonly is: (fault: string) => boolean,
    private readonly agent: Credentials,
    private readonly url: string | null,
  ) {}

  #bodyOf(order: Order, fulfillment: object, sequence: number): string {
    const { is } = this;
    const numbers = [order.no, order.downstream];
    if (is("callback_numbers_swapped")) numbers.reverse();
    const time = new Date().toISOString();
    return JSON.stringify({
      event: is("callback_event_word") ? "order_fulfilled" : "order.fulfilled",
      upstream_order_no: numbers[0],
      downstream_order_no: numbers[1],
      fulfillment: is("callback_without_payload") ? { status: "ready" } : fulfillment,
      timestamp: is("callback_time_without_zone") ? time.replace("Z", "") : time,
      ...(is("callback_without_id") ? {} : { event_id: `${order.no}-${sequence}` }),
      ...(is("callback_without_sequence") ? {} : { sequence }),
    });
  }

  async #attempt(url: string, body: string, kept: Record<string, string> | null, eventId: string) {
    const { is, agent } = this;
    const bytes = new TextEncoder().encode(body);
    const credentials = is("callback_signed_otherwise") ? { ...agent, secret: "another-secret" } : agent;
    const signed = kept ?? signedHeaders(credentials, bytes, new Date());
    const headers = is("callback_unsigned") ? {} : signed;
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(is("callback_without_id") ? {} : { "x-site-event-id": eventId }),
      },
    });
    return { isTaken: response.ok, signed };
  }

  tell(order: Order, fulfillment: object): void {
    if (order.siteKey !== this.agent.key) return;
    if (this.url === null || this.is("callbacks_never_sent")) return;
    void this.#send(this.url, order, fulfillment).catch(() => undefined);
  }

  async #send(url: string, order: Order, fulfillment: object): Promise<void> {
    const { is } = this;
    const sequence = ++this.#sequence;
    let body = this.#bodyOf(order, fulfillment, sequence);
    let kept: Record<string, string> | null = null;
    for (let attempt = 0; attempt < 5 && !this.#stopped; attempt++) {
      const { isTaken, signed } = await this.#attempt(url, body, kept, `${order.no}-${sequence}`);
      if (is("callback_tried_once") || (isTaken && !is("callback_never_ends"))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (is("callback_told_anew")) body = this.#bodyOf(order, fulfillment, sequence);
      if (is("callback_nonce_repeated")) kept = signed;
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}
