import { describe, expect, it } from "vitest";
import { guessPasskeyPage } from "@/lib/http/caller/passkey-place";
import { overrideConfig } from "../../support/harness/test-config";

describe("the guess of the server about a page", () => {
  it.each([
    ["http://localhost:8080", "localhost:8080", true],
    ["http://localhost:8080", "shop.localhost:8080", true],
    ["http://localhost:8080", "192.0.2.1:8080", false],
    ["http://localhost:8080", "shop.test", false],
    ["https://shop.example", "shop.example", true],
    ["https://shop.example", "shop.lan", false],
    ["https://192.0.2.1", "192.0.2.1", false],
    ["https://[2001:db8::1]", "[2001:db8::1]", false],
    ["https://shop.example", null, true],
  ])("says of a shop at %s, asked as %s, whether its page has passkeys [C177]", (baseUrl, host, isLikely) => {
    overrideConfig({ "server.baseUrl": baseUrl });
    expect(guessPasskeyPage(new Headers(host === null ? {} : { host })).isLikely).toBe(isLikely);
  });
});
