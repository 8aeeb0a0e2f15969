import { describe, expect, it } from "vitest";
import { totpCodeIn } from "@/lib/accounts/schema";
import { plainCode } from "@/lib/accounts/totp/recovery-codes";
import { readCode, readDigits } from "@/lib/core/codes";
import { normaliseCouponCode } from "@/lib/pricing/coupons/coupon-terms";
import { normaliseGiftCardCode } from "@/lib/wallet/gift-cards/gift-card-code";

/** The ways in which people paste a code, made of `code`, which has a dash in the middle. */
const pasted = (code: string) => {
  const wide = [...code].map((sign) =>
    sign === "-" ? sign : String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
  );
  const half = Math.floor(code.length / 2);
  const inside = (sign: string) => code.slice(0, half) + sign + code.slice(half);
  return {
    "a blank before and behind": ` ${code}\t`,
    "a line behind": `${code}\r\n`,
    "a no-break space": inside("\u00a0"),
    "an ideographic space": inside("\u3000"),
    "a zero-width space": inside("\u200b"),
    "a zero-width joiner": inside("\u200d"),
    "a byte-order mark": `\ufeff${code}`,
    "a soft hyphen": inside("\u00ad"),
    "a mark of direction": `\u202a${code}\u202c`,
    "full width": wide.join(""),
    "lower case": code.toLowerCase(),
  };
};

const kinds = {
  "a gift card": { code: "AB2C3-D4E5F", read: normaliseGiftCardCode },
  "a coupon": { code: "WELCOME-10", read: normaliseCouponCode },
  "a recovery code": { code: "AB2C-3D4E", read: plainCode },
  "six digits": { code: "123-456", read: (typed: string) => totpCodeIn.parse(typed) },
  "six digits in a field": { code: "123-456", read: readDigits },
};

describe("a code that the shop made", () => {
  it.each(
    Object.entries(kinds).flatMap(([kind, { code, read }]) =>
      Object.entries(pasted(code)).map(([how, typed]) => ({ kind, how, code, typed, read })),
    ),
  )("is read the same with $how: $kind", ({ code, typed, read }) => {
    expect(read(typed)).toBe(read(code));
  });

  it.each(["123456", " 123456", "123 456", "123-456", "Your code: 123456", "１２３４５６", "12\u200b3456"])(
    "is taken out of %j, as the field for six digits reads it",
    (typed) => expect(readDigits(typed)).toBe("123456"),
  );

  it("stays another one where it is another one", () => {
    expect(totpCodeIn.safeParse("12345").success).toBe(false);
    expect(totpCodeIn.safeParse("1234567").success).toBe(false);
    expect(totpCodeIn.safeParse("١٢٣٤٥٦").success).toBe(false);
    expect(totpCodeIn.safeParse(`${" ".repeat(1000)}123456`).success).toBe(false);
    expect(readCode("a b")).not.toBe(readCode("a-b"));
  });
});
