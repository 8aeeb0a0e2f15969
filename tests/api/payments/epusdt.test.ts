import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v1/payments/callback/[provider]/[id]/route";
import { db } from "@/lib/db/client";
import { signEpusdt } from "@/lib/payments/providers/epusdt/epusdt";
import { parseFlatJson } from "@/lib/payments/providers/flat-json";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { call } from "../../support/harness/call";

const token = "epusdt-api-token";
let gateway: Server;
let url: string;
const asked: string[] = [];

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      asked.push(`${request.url} ${body}`);
      const fields = parseFlatJson(body) ?? new Map<string, string>();
      const isSigned = fields.get("signature") === signEpusdt(fields, token);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          isSigned
            ? { status_code: 200, data: { trade_id: "T1", payment_url: `${url}pay/T1` } }
            : { status_code: 401 },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((resolve) => gateway.close(resolve)));

it("epusdt: opens a payment at the gateway, takes its JSON notification and answers ok", async () => {
  const channelId = await aChannel(
    { gateway_url: url, api_token: token, currency: "USD" },
    { provider: "epusdt" },
  );
  const { orderId, payment } = await anOrderToPay(channelId);
  expect(payment.payUrl).toBe(`${url}pay/T1`);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('"amount":9.9');
  const notify = (over: Record<string, string>) => {
    const fields = new Map(
      Object.entries({ trade_id: "T1", order_id: payment.paymentNo, amount: "9.9", status: "2", ...over }),
    );
    const signature = signEpusdt(fields, token);
    const numbers = ["amount", "status"];
    const members = [...fields].map(
      ([key, value]) => `"${key}":${numbers.includes(key) ? value : JSON.stringify(value)}`,
    );
    return call(POST, "POST", {
      params: { provider: "epusdt", id: String(channelId) },
      raw: `{${members.join(",")},"signature":"${signature}"}`,
      headers: { "content-type": "application/json" },
    });
  };
  const wrong: Record<string, string>[] = [
    { status: "1" },
    { status: "3" },
    { amount: "9.89" },
    { amount: "0.01" },
    { order_id: "P2" },
  ];
  for (const over of wrong) {
    const answer = await notify(over);
    expect([answer.status, answer.text]).toEqual([400, "fail"]);
  }
  const paid = await notify({});
  expect([paid.status, paid.text]).toEqual([200, "ok"]);
  expect((await notify({})).text).toBe("ok");
  expect(await db().order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
    paymentStatus: "paid",
    fulfillmentStatus: "ready",
  });
});
