import { expect, it } from "vitest";
import { canonicalString, signMd5 } from "@/lib/payments/providers/epay/epay-signature";
import { account, get, good, key, signed } from "../../support/builders/epay-messages";

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
  expect(await account.verify(get(signed({ ...good, name: "a&b=c" })))).toMatchObject({ ok: true });
  for (const over of [{ type: "a&b=c" }, { "a&b": "1" }, { "a=b": "1" }] as Record<string, string>[])
    expect(await account.verify(get(signed({ ...good, ...over })))).toMatchObject({
      ok: false,
      reason: "malformed",
    });
});
