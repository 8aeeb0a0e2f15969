import { describe, expect, it } from "vitest";
import { findTarget, targetOf } from "@/lib/payments/events/notification-target";
import { epay } from "@/lib/payments/providers/epay/epay";
import { signMd5 } from "@/lib/payments/providers/epay/epay-signature";
import { account, key, settings } from "../../support/builders/epay-messages";

describe("an EPay account", () => {
  it("names no channel for a query that holds none", () => {
    for (const query of [
      "",
      "provider=epay",
      "id=7",
      "provider=epay&id=0",
      "provider=epay&id=7x",
      "provider=epay&id=-1",
      "provider=epay&id=99999999999",
    ]) {
      expect(findTarget(query), query).toBeNull();
    }
    for (const id of ["", "0", "07", "1e3", "7 "]) expect(targetOf({ provider: "epay", id })).toBeNull();
  });

  it("answers exactly success or fail [P9]", () => {
    expect(epay.ack).toEqual({ status: 200, contentType: "text/plain; charset=utf-8", body: "success" });
    expect(epay.nack("refused")).toMatchObject({ status: 400, body: "fail" });
    expect(epay.nack("ours")).toMatchObject({ status: 500, body: "fail" });
  });

  it("a blank key, merchant or address connects to nothing [C34]", () => {
    for (const broken of [
      { key: "" },
      { key: "   " },
      { pid: " " },
      { gateway_url: "" },
      { gateway_url: "javascript:alert(1)" },
    ]) {
      expect(() => epay.connect({ ...settings, ...broken })).toThrow();
    }
    expect(() => epay.connect({ gateway_url: settings.gateway_url, pid: "1001" })).toThrow();
  });

  it("makes a signed link to submit.php, and the same as a form", async () => {
    const request = {
      paymentNo: "P1",
      amountCents: 990n,
      currency: "CNY",
      title: `${"会员".repeat(60)}`,
      notifyUrl: "https://shop.example.com/api/v1/payments/callback/epay/7",
      returnUrl: "https://shop.example.com/back",
      clientIp: "203.0.113.7",
      device: "pc" as const,
      expiresAt: new Date(0),
    };
    const link = await account.create(request);
    const url = new URL(link.payUrl ?? "");
    expect(url.origin + url.pathname).toBe("https://pay.example.com/submit.php");
    const fields = new Map(url.searchParams);
    expect(fields.get("money")).toBe("9.90");
    expect(Buffer.byteLength(fields.get("name") ?? "")).toBeLessThanOrEqual(127);
    expect(fields.get("sign")).toBe(signMd5(fields, key));
    const form = (await epay.connect({ ...settings, mode: "form" }).create(request)).form;
    expect(form?.action).toBe("https://pay.example.com/submit.php");
    expect(form?.fields).toEqual(Object.fromEntries(fields));
    expect(JSON.stringify(form)).not.toContain(key);
  });

  it("keeps signature, key and buyer out of the log text", () => {
    const text = epay.redact({
      method: "GET",
      rawQuery: "pid=1001&money=9.9&sign=70f5f7ff7d420b30c52d98575a77ce22&buyer=20881234",
      rawBody: new Uint8Array(0),
      headers: new Headers(),
      receivedAt: new Date(0),
      hasOwnKeys: false,
    });
    expect(text).toContain("money=9.9");
    expect(text).not.toContain("70f5f7ff");
    expect(text).not.toContain("20881234");
  });
});
