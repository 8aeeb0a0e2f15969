import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { epay } from "@/lib/payments/providers/epay/epay";
import { account, get, good, key, signed } from "../../support/builders/epay-messages";
import { posted } from "../../support/builders/notification-message";

/** As a client that names no type. */
const post = (body: string) => posted(body, {});

describe("the fields of an EPay message", () => {
  it("takes a POST without a type for the form that it is", async () => {
    expect(await account.verify(post(signed(good)))).toMatchObject({
      ok: true,
      notification: { amountCents: 990n },
    });
  });

  it("is proved over the bytes of a title in GBK, and logs it readably", async () => {
    const fields = { ...good, name: "\u00b2\u00e2\u00ca\u00d4" };
    const pairs = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = pairs.map((pair) => pair.join("=")).join("&") + key;
    const sign = createHash("md5").update(Buffer.from(text, "latin1")).digest("hex");
    const form = (title: string, more = "") =>
      `${new URLSearchParams({ ...good, sign, sign_type: "MD5" })}`.replace("name=x", `name=${title}`) + more;
    for (const sent of [get(form("%B2%E2%CA%D4")), post(form("%b2%e2%ca%d4"))]) {
      expect(await account.verify(sent)).toMatchObject({ ok: true, notification: { amountCents: 990n } });
      expect(epay.redact(sent)).toContain("name=\u6d4b\u8bd5\n");
      expect(account.explain?.(sent)?.signedText).toContain("name=\u6d4b\u8bd5&");
    }
    expect(await account.verify(get(form("%B2%E2%CA%D5")))).toMatchObject({ reason: "signature" });
    expect(await account.verify(get(form("%B2%E2%CA%D4", "&status=%B2")))).toMatchObject({
      reason: "malformed",
    });
    expect(await account.verify(get(form("%B2%E2%CA%D4", "&%B2=1")))).toMatchObject({ reason: "malformed" });
    expect(await account.verify(get(form("%B2%E2%CA%")))).toMatchObject({ reason: "malformed" });
  });

  it("takes an amount only as digits with at most two decimals [P2]", async () => {
    for (const money of [
      "",
      "abc",
      "-9.9",
      "+9.9",
      "9.901",
      "9.90x",
      "9.9000000000",
      "1e1",
      " 9.9",
      "9,9",
      "٩.٩",
      "NaN",
      "0x9",
    ]) {
      expect((await account.verify(get(signed({ ...good, money })))).ok, money).toBe(false);
    }
    expect(await account.verify(get(signed({ ...good, money: "9.900" })))).toMatchObject({
      notification: { amountCents: 990n },
    });
    expect(await account.verify(get(signed({ ...good, money: "0" })))).toMatchObject({
      ok: true,
      notification: { amountCents: 0n },
    });
    const { money: _, ...withoutMoney } = good;
    expect(await account.verify(get(signed(withoutMoney)))).toMatchObject({
      ok: false,
      reason: "missing_field",
    });
    expect(await account.verify(get(signed({ ...withoutMoney, "money[]": "9.9" })))).toMatchObject({
      ok: false,
      reason: "missing_field",
    });
  });
});
