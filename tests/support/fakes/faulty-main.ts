import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { headerNames, sign } from "@/lib/interconnect/signature";
import type { Credentials } from "../builders/sites";

interface Call {
  method: string;
  /** With its query. */
  url: string;
  body: Record<string, unknown> | null;
  raw: string;
  key: string;
  timestamp: string;
  nonce: string;
  signature: string;
  startedAt: number;
}

interface Answer {
  status: number;
  json: { status_code: number; msg: string; data: Record<string, unknown> | null; request_id: string };
}

interface Fault {
  /** Turns a call into one that a correct main site accepts where the faulty one would. */
  call?: (call: Call, credentials: Credentials) => void;
  answer?: (answer: Answer, call: Call) => void | Promise<void>;
}

const minute = 60_000;
const isPaid = ({ url }: Call) => url.endsWith("/paid");
const isList = ({ url }: Call) => url.startsWith("/api/v1/upstream/products");
const isCreated = ({ method, url }: Call) => method === "POST" && url.endsWith("/orders");

/** The signature that this call should have, whatever its timestamp and nonce look like. */
const expected = ({ timestamp, nonce, raw }: Call, { key, secret }: Credentials) =>
  sign(secret, { key, timestamp, nonce, body: new TextEncoder().encode(raw) });

function resign(call: Call, credentials: Credentials, body?: Record<string, unknown>) {
  if (body) call.raw = JSON.stringify(body);
  call.signature = expected(call, credentials);
}

const query = (call: Call, change: (query: URLSearchParams) => void) => {
  const url = new URL(call.url, "http://main");
  change(url.searchParams);
  call.url = `${url.pathname}${url.search}`;
};

const v4 = (nonce: string) => nonce.replace(/^(.{14})1/, "$14");

/** Faults of a main site, each as a difference to a correct one. */
export function plantedFaults(forgetsAfterMs: number) {
  const firstSeen = new Map<string, number>();
  const answered = new Map<string, Answer & { at: number }>();
  const faults = {
    none: {},
    upper_case_signature: {
      call: (call) => {
        call.signature = call.signature.toLowerCase();
      },
    },
    prefix_signature: {
      call: (call, credentials) => {
        const right = expected(call, credentials);
        if (call.signature.slice(0, 32) === right.slice(0, 32)) call.signature = right;
      },
    },
    timestamp_parse_int: {
      call: (call, credentials) => {
        if (call.signature !== expected(call, credentials)) return;
        call.timestamp = String(Number.parseInt(call.timestamp, 10)).slice(0, 10);
        resign(call, credentials);
      },
    },
    nonce_v1: {
      call: (call, credentials) => {
        if (call.signature !== expected(call, credentials) || v4(call.nonce) === call.nonce) return;
        call.nonce = v4(call.nonce);
        resign(call, credentials);
      },
    },
    nonce_60s: {
      call: (call, credentials) => {
        if (call.signature !== expected(call, credentials)) return;
        const first = firstSeen.get(call.nonce) ?? Date.now();
        firstSeen.set(call.nonce, first);
        if (Date.now() - first < forgetsAfterMs) return;
        call.nonce = crypto.randomUUID();
        resign(call, credentials);
      },
    },
    request_id_same: {
      answer: ({ json }) => {
        json.request_id = "00000000-0000-4000-8000-000000000000";
      },
    },
    msg_ok: {
      answer: ({ json }) => {
        if (json.status_code === 0) json.msg = "ok";
      },
    },
    updated_after_inclusive: {
      call: (call) =>
        query(call, (values) => {
          const after = values.get("updated_after") ?? "";
          if (isList(call) && /Z$/.test(after))
            values.set("updated_after", new Date(Date.parse(after) - 1).toISOString());
        }),
    },
    updated_after_no_offset: {
      call: (call) =>
        query(call, (values) => {
          const after = values.get("updated_after") ?? "";
          if (/T[\d:]+$/.test(after)) values.set("updated_after", `${after}Z`);
        }),
    },
    category_ignored: { call: (call) => query(call, (values) => values.delete("category_id")) },
    amount_wrong: {
      answer: ({ json }, call) => {
        if (isCreated(call) && json.data) json.data.amount = "0.01";
      },
    },
    expire_past: {
      answer: ({ json }, call) => {
        if (isCreated(call) && json.data) json.data.expire_at = new Date(Date.now() - minute).toISOString();
      },
    },
    one_key: {
      answer: ({ json }) => {
        const fulfillment = json.data?.fulfillment as { payload?: string } | undefined;
        if (fulfillment?.payload) fulfillment.payload = fulfillment.payload.split("\n")[0] ?? "";
      },
    },
    more_ok: {
      call: (call, credentials) => {
        if (!isPaid(call) || typeof call.body?.paid_amount !== "string") return;
        const amount = amounts.get(call.url.replace("/paid", ""));
        if (!amount || Number(call.body.paid_amount) <= Number(amount)) return;
        resign(call, credentials, { ...call.body, paid_amount: amount });
      },
      answer: ({ json }, call) => {
        if (isCreated(call) && json.data)
          amounts.set(`/api/v1/upstream/orders/${json.data.upstream_order_no}`, String(json.data.amount));
      },
    },
    unknown_members_ok: {
      call: (call, credentials) => {
        if (!isPaid(call) || !call.body || !("note" in call.body)) return;
        const { note: _, ...known } = call.body;
        resign(call, credentials, known);
      },
    },
    paid_race: {
      answer: async (answer, call) => {
        if (!isPaid(call)) return;
        if (answer.status === 200) answered.set(call.url, { ...answer, at: performance.now() });
        if (answer.json.status_code !== 4090) return;
        // The answer to the one that was taken may come a moment after those to the others.
        for (let attempts = 0; attempts < 50 && !answered.has(call.url); attempts++)
          await new Promise((resolve) => setTimeout(resolve, 20));
        const taken = answered.get(call.url);
        if (taken && call.startedAt < taken.at) Object.assign(answer, { status: 200, json: taken.json });
      },
    },
  } satisfies Record<string, Fault>;
  const amounts = new Map<string, string>();
  return faults as Record<keyof typeof faults, Fault>;
}

export type FaultName = keyof ReturnType<typeof plantedFaults>;

async function read(request: IncomingMessage): Promise<Call> {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString();
  const header = (name: string) => String(request.headers[name] ?? "");
  let body: Call["body"] = null;
  try {
    body = raw === "" ? null : (JSON.parse(raw) as Call["body"]);
  } catch {
    // Passed on as it is.
  }
  return {
    method: request.method ?? "GET",
    url: request.url ?? "/",
    body,
    raw,
    key: header(headerNames.key),
    timestamp: header(headerNames.timestamp),
    nonce: header(headerNames.nonce),
    signature: header(headerNames.signature),
    startedAt,
  };
}

/** A main site with one fault: in front of a correct one, it turns what should be refused into what is accepted. */
export async function startFaultyMain(realUrl: string, credentials: Credentials, fault: Fault) {
  async function pass(request: IncomingMessage): Promise<{ status: number; text: string }> {
    const call = await read(request);
    const signed = [call.timestamp, call.nonce, call.signature, call.raw].join();
    fault.call?.(call, credentials);
    const isChanged = signed !== [call.timestamp, call.nonce, call.signature, call.raw].join();
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers))
      if (!["host", "connection", "content-length", "transfer-encoding"].includes(name))
        headers[name] = String(value);
    if (isChanged) {
      headers[headerNames.timestamp] = call.timestamp;
      headers[headerNames.nonce] = call.nonce;
      headers[headerNames.signature] = call.signature;
    }
    const response = await fetch(`${realUrl}${call.url}`, {
      method: call.method,
      headers,
      ...(call.method === "GET" ? {} : { body: call.raw }),
    });
    const text = await response.text();
    const answer = { status: response.status, json: JSON.parse(text) as Answer["json"] };
    await fault.answer?.(answer, call);
    return { status: answer.status, text: JSON.stringify(answer.json) };
  }
  const server = createServer((request, response) => {
    void pass(request).then(({ status, text }) => {
      response.writeHead(status, { "content-type": "application/json" }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
