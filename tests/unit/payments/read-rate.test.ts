import { describe, expect, it } from "vitest";
import { jumps, rateText, readRate } from "@/lib/payments/rates/read-rate";

const read = (text: string, path: string, isInverse = false) => {
  const found = readRate(text, { path, isInverse });
  return "failure" in found ? found.failure : rateText(found.rateE8);
};

describe("the rate in a source's answer", () => {
  it.each([
    ['{"rates":{"CNY":7.1234}}', "rates.CNY", "7.1234"],
    ['{"data":[{"price":"7.10"}]}', "data.0.price", "7.1"],
    ['{"r":0.000000091}', "r", "0.00000009"],
    ['{"r":"0.123456789"}', "r", "0.12345678"],
    ['{"r":7}', "r", "7"],
    ['{"r":1e3}', "r", "1000"],
  ])("%s at %s is %s", (text, path, rate) => expect(read(text, path)).toBe(rate));

  it("is turned round, to the nearest hundred-millionth", () => {
    expect(read('{"r":7.25}', "r", true)).toBe("0.13793103");
    expect(read('{"r":"0.00000001"}', "r", true)).toBe("100000000");
  });

  it.each([
    ["<html>", "r", "not_json"],
    ["", "r", "not_json"],
    ['{"r":{}}', "r", "no_number"],
    ['{"r":[7]}', "r", "no_number"],
    ['{"r":null}', "r", "no_number"],
    ['{"r":true}', "r", "no_number"],
    ['{"r":0}', "r", "no_number"],
    ['{"r":-7}', "r", "no_number"],
    ['{"r":"7,1"}', "r", "no_number"],
    ['{"r":"NaN"}', "r", "no_number"],
    ['{"r":1e300}', "r", "no_number"],
    ['{"r":"9999999999"}', "r", "no_number"],
    ['{"r":7}', "r.length", "no_number"],
    ['{"r":7}', "constructor.name", "no_number"],
    ['"7"', "length", "no_number"],
  ])("%s at %s is none", (text, path, failure) => expect(read(text, path)).toBe(failure));

  it("jumps by more than so much, up and down, and not by just as much", () => {
    expect(jumps(700_000_000n, 735_000_000n, 500)).toBe(false);
    expect(jumps(700_000_000n, 735_000_001n, 500)).toBe(true);
    expect(jumps(700_000_000n, 665_000_000n, 500)).toBe(false);
    expect(jumps(700_000_000n, 664_999_999n, 500)).toBe(true);
  });
});
