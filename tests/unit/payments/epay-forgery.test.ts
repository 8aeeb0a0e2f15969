import { expect, it } from "vitest";
import type { NotificationMessage } from "@/lib/payments/provider";
import { epay } from "@/lib/payments/providers/epay/epay";
import { canonicalString, signMd5 } from "@/lib/payments/providers/epay/epay-signature";

const key = "WWc3Z2jkK7jhNGPALcGKjHLPK47wRK85";
const account = epay.connect({ gateway_url: "https://pay.example.com", pid: "1001", key, type: "alipay" });

const get = (rawQuery: string): NotificationMessage => ({
  method: "GET",
  rawQuery,
  rawBody: new Uint8Array(0),
  headers: new Headers(),
  receivedAt: new Date(0),
  hasOwnKeys: false,
});

function signed(over: Record<string, string>): string {
  const fields = {
    money: "9.90",
    out_trade_no: "P1",
    pid: "1001",
    trade_no: "T1",
    trade_status: "TRADE_SUCCESS",
    ...over,
  };
  const sign = signMd5(new Map(Object.entries(fields)), key);
  return String(new URLSearchParams({ ...fields, sign, sign_type: "MD5" }));
}

it("signs no link whose text is a paid notification at other cuts, and refuses one that is signed so", async () => {
  const title = "x&out_trade_no=PVICTIM&pid=1001&trade_no=1&trade_status=TRADE_SUCCESS&zz=";
  const request = {
    paymentNo: "POWN",
    amountCents: 990n,
    currency: "CNY",
    notifyUrl: "https://shop.example/notify",
    returnUrl: "https://shop.example/return",
    clientIp: "198.51.100.1",
    device: "pc" as const,
    expiresAt: new Date(0),
  };
  const { payUrl } = await account.create({ ...request, title });
  const sent = new URL(payUrl ?? "").searchParams;
  expect(sent.get("name")).toBe("x out_trade_no PVICTIM pid 1001 trade_no 1 trade_status TRADE_SUCCESS zz");
  // Text that an older version would have signed, cut where the title says.
  const text = canonicalString(new Map([...sent, ["name", title]]));
  const cut = new Map(
    ["money", "name", "out_trade_no", "pid", "trade_no", "trade_status"].map((field) => [
      field,
      new RegExp(`(?:^|&)${field}=([^&]*)`).exec(text)?.[1] ?? "",
    ]),
  );
  cut.set("zz", text.slice(text.indexOf("zz=") + 3));
  expect(canonicalString(cut)).toBe(text);
  const forged = new URLSearchParams([...cut, ["sign", signMd5(cut, key)], ["sign_type", "MD5"]]);
  expect(await account.verify(get(String(forged)))).toMatchObject({ ok: false, reason: "malformed" });
  expect(await account.verify(get(signed({ name: "a&b=c" })))).toMatchObject({ ok: true });
  for (const over of [{ type: "a&b=c" }, { "a&b": "1" }, { "a=b": "1" }] as Record<string, string>[])
    expect(await account.verify(get(signed(over)))).toMatchObject({ ok: false, reason: "malformed" });
});
