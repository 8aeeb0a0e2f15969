import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

type Listener = (event: object) => void;
type Line = "there" | "away";

/** Runs public/sw.js in a browser that has its page, and fails at whatever would store something. */
function start(line: Line, preloaded?: string) {
  const listeners = new Map<string, Listener>();
  const asked: string[] = [];
  const cache = {
    match: async (address: string, options: object) =>
      JSON.stringify(options) === '{"ignoreVary":true}' ? `kept ${address}` : undefined,
  };
  const self = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: () => undefined,
    registration: {},
  };
  runInNewContext(readFileSync("public/sw.js", "utf8"), {
    self,
    URL,
    caches: { open: async (name: string) => (name === "keyshelf-offline" ? cache : {}) },
    fetch: async ({ url }: { url: string }) => {
      asked.push(url);
      if (line === "away") throw new TypeError("Failed to fetch");
      return `fetched ${new URL(url).pathname}`;
    },
  });
  return {
    asked,
    async ask(path: string, request: { mode?: string; method?: string } = {}): Promise<unknown> {
      let answer: unknown = "the browser's own";
      listeners.get("fetch")?.({
        request: { mode: "navigate", method: "GET", url: `https://shop.test${path}`, ...request },
        preloadResponse:
          line === "away" && preloaded ? Promise.reject(new TypeError("lost")) : Promise.resolve(preloaded),
        respondWith: (given: unknown) => {
          answer = given;
        },
      });
      return answer;
    },
  };
}

const pages = [
  "/",
  "/zh",
  "/products/tidemill",
  "/orders/K1",
  "/account/orders",
  "/lookup",
  "/administrator",
];

describe("the service worker", () => {
  it.each(pages)(
    "answers %s with its page while the line is away, and else with the shop's [C196]",
    async (path) => {
      expect(await start("away").ask(path)).toBe("kept /offline");
      expect(await start("away", "early").ask(path)).toBe("kept /offline");
      expect(await start("there").ask(path)).toBe(`fetched ${path}`);
    },
  );

  it("asks for nothing twice where the browser has asked already", async () => {
    const worker = start("there", "early");
    expect(await worker.ask("/")).toBe("early");
    expect(worker.asked).toEqual([]);
  });

  it.each([
    ["a page of staff", "/admin", {}],
    ["a page of staff", "/admin/orders/K1", {}],
    ["an answer of the API", "/api/v1/guest/orders/K1", {}],
    ["an answer of the API", "/api/v1/guest/orders/K1", { mode: "cors" }],
    ["the data of a page", "/orders/K1?_rsc=1", { mode: "cors" }],
    ["a script", "/_next/static/a.js", { mode: "no-cors" }],
    ["a picture", "/media/A", { mode: "no-cors" }],
    ["a form", "/preferences", { method: "POST" }],
    ["the test gateway", "/test-gateway/pay/K1", {}],
  ])("leaves %s alone, at %s %j [C196]", async (_, path, request) => {
    for (const line of ["there", "away"] as const) {
      const worker = start(line);
      expect(await worker.ask(path, request)).toBe("the browser's own");
      expect(worker.asked).toEqual([]);
    }
  });

  it("has no word that stores anything [C196]", () => {
    expect(readFileSync("public/sw.js", "utf8")).not.toMatch(/\.(put|add|addAll)\(|indexedDB|localStorage/);
  });
});
