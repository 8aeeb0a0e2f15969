import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Credentials } from "../../builders/sites";
import { FaultyVerifier } from "./faulty-signing";
import { Meeting } from "./meeting";
import type { Fault } from "./planted-faults";

interface Known {
  upstream: string;
  downstream: string;
  shown: string[];
  newest: number | null;
  newestTime: string;
  isRevoked: boolean;
}

interface Received {
  event: string;
  upstream_order_no: string;
  downstream_order_no: string;
  fulfillment: { status: string; payload?: string };
  timestamp: string;
  sequence?: number;
}

const members = ["event", "upstream_order_no", "downstream_order_no", "fulfillment", "timestamp"];
const events = ["order.fulfilled", "order.secret_changed", "order.refunded"];

/** Longer than a busy machine lets lie between events that are sent at once. */
const aloneMs = 1000;

/** The orders that the faulty receiver knows. */
export const knownOrders = [
  { upstream: "U-1", downstream: "A-1" },
  { upstream: "U-2", downstream: "A-2" },
] as const;

/** A small receiver built from the guide, with one fault; at /buyer/… it shows what the buyer of an order sees. */
export async function startFaultyReceiver(options: {
  fault: Fault<"receiver"> | null;
  site: Credentials;
  forgetsAfterMs: number;
}) {
  const is = (name: string) => name === options.fault;
  const verifier = new FaultyVerifier([options.site], { is, forgetsAfterMs: options.forgetsAfterMs });
  const fresh = (): Known[] =>
    knownOrders.map((each) => ({ ...each, shown: [], newest: null, newestTime: "", isRevoked: false }));
  let orders = fresh();
  const meeting = new Meeting(aloneMs);

  function numberOf(sequence: number | undefined): number | null {
    if (sequence === undefined) return is("no_sequence_is_newest") ? Number.MAX_SAFE_INTEGER : null;
    return is("sequence_in_32_bits") ? Math.min(sequence, 2_147_483_647) : sequence;
  }

  function isOlder(order: Known, { sequence, timestamp }: Received): boolean {
    if (is("last_comes_wins")) return false;
    const number = is("events_by_time") ? null : numberOf(sequence);
    if (number === null || order.newest === null) return timestamp < order.newestTime;
    return number <= order.newest;
  }

  function mark(order: Known, { sequence, timestamp }: Received): void {
    order.newest = numberOf(sequence) ?? order.newest;
    order.newestTime = timestamp;
  }

  function textOf(payload: string): string {
    if (is("first_line_only")) return payload.split("\n")[0] ?? "";
    return is("letters_of_ascii") ? payload.replaceAll(/[^\x20-\x7e\n]/g, "?") : payload;
  }

  async function apply(order: Known, received: Received): Promise<number> {
    const { event, fulfillment } = received;
    if (!events.includes(event)) {
      if (is("unknown_event_is_400")) return 400;
      if (is("unknown_event_moves_mark")) mark(order, received);
      return 200;
    }
    const isRepeat = order.newest !== null && received.sequence === order.newest;
    if (isOlder(order, received)) {
      if (isRepeat && is("repeat_is_409")) return 409;
      return is("older_is_409") ? 409 : 200;
    }
    if (
      is("waits_for_gaps") &&
      order.newest !== null &&
      received.sequence !== undefined &&
      received.sequence > order.newest + 1
    )
      return 425;
    if (is("compared_then_written")) await meeting.join();
    if (is("applies_nothing") || (is("changes_not_applied") && event === "order.secret_changed")) return 200;
    mark(order, received);
    if (event === "order.refunded") {
      const isWhole = fulfillment.status === "revoked";
      if (isWhole || is("partial_refund_takes_back")) order.shown = [];
      const isDelivery = order.shown.length === 0 && fulfillment.payload !== undefined;
      if (!isWhole && isDelivery && !is("refund_first_ignored") && !is("partial_refund_takes_back"))
        order.shown = [textOf(fulfillment.payload ?? "")];
      if (isWhole && is("refund_forgets_mark")) Object.assign(order, { newest: null, newestTime: "" });
      return 200;
    }
    if (fulfillment.payload === undefined) return 200;
    const text = textOf(fulfillment.payload);
    order.shown = is("changes_added") ? [...order.shown, text] : [text];
    return 200;
  }

  function read(body: Buffer): Received | number {
    let value: unknown;
    try {
      value = JSON.parse(body.toString());
    } catch {
      return is("broken_json_is_500") ? 500 : 400;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) return 400;
    if (!members.every((name) => name in value) && !is("members_unchecked")) return 400;
    const further = Object.keys(value).filter(
      (name) => ![...members, "event_id", "sequence", "refunded_amount"].includes(name),
    );
    if (further.length > 0 && is("strict_about_members")) return 400;
    return value as Received;
  }

  const find = ({ upstream_order_no: upstream, downstream_order_no: downstream }: Received) =>
    orders.find(
      (order) =>
        (upstream === order.upstream || is("found_by_downstream_no")) &&
        (downstream === order.downstream || is("found_by_upstream_no")),
    );

  async function receive(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const most = is("body_64_kib") ? 65_536 : is("body_1_mib") ? 1_048_576 : Number.POSITIVE_INFINITY;
    if (body.length > most) return 413;
    if (is("body_parsed_first") && typeof read(body) === "number") return 400;
    const verdict = await verifier.verify(request, body);
    if ("cause" in verdict) return 403;
    const received = read(body);
    if (typeof received === "number") return received;
    if (received.event === "ping" && !is("ping_is_unknown_order")) return 204;
    const order = find(received);
    if (!order) return is("unknown_order_is_taken") ? 200 : 404;
    return apply(order, received);
  }

  function restart(): void {
    verifier.restart();
    if (is("stored_in_memory")) orders = fresh();
    if (is("mark_forgotten_at_restart"))
      for (const order of orders) Object.assign(order, { newest: null, newestTime: "" });
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/restart") {
      restart();
      response.end();
    } else if (verifier.isAway()) response.writeHead(503).end();
    else if (request.url?.startsWith("/buyer/"))
      response.end(orders.find(({ downstream }) => request.url === `/buyer/${downstream}`)?.shown.join("\n"));
    else
      void receive(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
