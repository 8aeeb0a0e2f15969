import { describe, expect, it } from "vitest";
import { isFailing, isTaken } from "@/app/admin/(panel)/callbacks/_components/callback-state";

describe("an attempt of a callback", () => {
  it.each([
    [200, null, true],
    [204, null, true],
    [200, "the answer repeats a key", false],
    [302, null, false],
    [404, null, false],
    [500, null, false],
    [null, "no answer", false],
    [null, null, false],
  ])("answered %s with the error %s is taken: %s", (http_status, error, taken) => {
    expect(isTaken({ http_status, error })).toBe(taken);
  });
});

describe("a callback", () => {
  it.each([
    ["pending", null, false],
    ["pending", "500", true],
    ["delivered", "500", false],
    ["failed", "500", false],
  ])("is, when %s with the error %s, failing: %s", (status, last_error, failing) => {
    expect(isFailing({ status, last_error })).toBe(failing);
  });
});
