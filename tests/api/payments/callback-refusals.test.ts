import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import * as pathForm from "@/app/api/v1/payments/callback/[provider]/[id]/route";
import { db } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/caller/client-info";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { merchant } from "../../support/fakes/fake-gateway";
import {
  accepted,
  byPath,
  callbackBase,
  deliver,
  paymentEvents,
  refused,
  stateOf,
} from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";
import { overrideConfig } from "../../support/harness/test-config";

describe("a notification that is refused", () => {
  it("every failure is a non-2xx with the body fail, whatever is wrong [P9]", async ({ gateway, notify }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    const query = gateway.signedQuery(payment.paymentNo);
    const answers = [
      await deliver(callbackBase),
      await deliver(`${callbackBase}?${query}`),
      await deliver(`${callbackBase}?provider=nothing&id=${channelId}&${query}`),
      await deliver(`${callbackBase}?provider=epay&id=999999&${query}`),
      await deliver(`${callbackBase}?provider=test&id=${channelId}&${query}`),
      await deliver(`${callbackBase}/epay/abc?${query}`),
      await deliver(`${byPath(channelId)}?%zz=%`),
      await deliver(byPath(channelId)),
      await deliver(byPath(channelId), {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      }),
      await notify(byPath(channelId), "PUNKNOWN", { fields: { money: "1.00", trade_no: "T" } }),
    ];
    for (const answer of answers) {
      expect(answer).toEqual(refused);
    }
    const put = await pathForm.PUT(
      new Request(byPath(channelId), { method: "PUT", headers: { [peerHeader]: "203.0.113.7" } }),
    );
    expect([put.status, await put.text()]).toEqual([405, "fail"]);
  });

  it("answers an internal error with 500 and fail, so that the gateway repeats [P9]", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await db().$executeRaw`ALTER TABLE payments RENAME TO payments_away`;
    try {
      expect(await notify(byPath(channelId), payment.paymentNo)).toMatchObject({ status: 500, body: "fail" });
    } finally {
      await db().$executeRaw`ALTER TABLE payments_away RENAME TO payments`;
    }
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("a payment of any amount is never begun, and a tiny one never accepted [P16]", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { payment } = await anOrderToPay(channelId);
    expect(new URL(payment.payUrl ?? "").searchParams.get("money")).toBe("9.90");
    gateway.pay(payment.paymentNo, "0.01");
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(refused);
  });

  it("an oversize body is refused before it is read whole, and no other content type is parsed [P17]", async ({
    gateway,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const before = process.memoryUsage().rss;
    const oversize = await deliver(byPath(channelId), {
      method: "POST",
      body: "x".repeat(1024 * 1024),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([oversize.status, oversize.body]).toEqual([413, "fail"]);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 16_384;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const stream = await deliver(byPath(channelId), {
      method: "POST",
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect([stream.status, stream.body]).toEqual([413, "fail"]);
    expect(pulled).toBeLessThan(256 * 1024);
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(8 * 1024 * 1024)));
    const zipped = await deliver(byPath(channelId), {
      method: "POST",
      body: bomb,
      headers: { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" },
    });
    expect([zipped.status, zipped.body]).toEqual([400, "fail"]);
    const parts = await deliver(byPath(channelId), {
      method: "POST",
      body: "--x\r\n\r\npid=1001\r\n--x--",
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect([parts.status, parts.body]).toEqual([400, "fail"]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it("a channel whose key is blank can prove nothing [C34]", async ({ gateway, notify }) => {
    const channelId = await aChannel({ ...gateway.settings(), key: "" });
    const fields = { pid: merchant.pid, money: "9.90" };
    expect(await notify(byPath(channelId), "P1", { key: "", fields })).toMatchObject({
      status: 500,
      body: "fail",
    });
  });

  it("answers 500 and raises an alert when a channel's settings cannot be decrypted, so that the gateway repeats [C32]", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    const { configSealed } = await db().paymentChannel.findUniqueOrThrow({
      where: { id: channelId },
      select: { configSealed: true },
    });
    await db().paymentChannel.update({
      where: { id: channelId },
      data: { configSealed: new Uint8Array(64) },
    });
    for (let n = 0; n < 2; n++)
      expect(await notify(byPath(channelId), payment.paymentNo)).toMatchObject({ status: 500, body: "fail" });
    expect(await db().alert.findMany({ select: { kind: true, reference: true } })).toEqual([
      { kind: "payment_channel.unusable", reference: `payment_channel:${channelId}` },
    ]);
    await db().paymentChannel.update({ where: { id: channelId }, data: { configSealed } });
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("neither signature nor key stands in the log of notifications [A21]", async ({ gateway, notify }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await notify(byPath(channelId), payment.paymentNo, { fields: { buyer: "2088-buyer" } });
    const text = JSON.stringify(await paymentEvents());
    const sign = new URLSearchParams(
      gateway.signedQuery(payment.paymentNo, { fields: { buyer: "2088-buyer" } }),
    ).get("sign");
    for (const secret of [merchant.key, sign ?? "", "2088-buyer"]) expect(text).not.toContain(secret);
    expect(text).toContain(payment.paymentNo);
  });

  it("a flood waits with 429 and fail, and the next minute is served", async ({ gateway }) => {
    overrideConfig({ "limits.callbacksPerMinute": "3" });
    const channelId = await aChannel(gateway.settings());
    for (let n = 0; n < 3; n++) expect(await deliver(byPath(channelId))).toEqual(refused);
    expect(await deliver(byPath(channelId))).toMatchObject({ status: 429, body: "fail" });
  });
});
