import { expect, it } from "vitest";
import { type Answer, type CallOptions, call } from "./call";
import { overrideConfig } from "./test-config";

type Handlers = Record<
  "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS",
  Parameters<typeof call>[0]
>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function expectRefusal(
  answer: Answer<unknown>,
  status: number,
  msg: string | RegExp,
  code = status,
): void {
  expect(answer.json).toEqual({
    status_code: code,
    msg: typeof msg === "string" ? msg : expect.stringMatching(msg),
    data: null,
    request_id: expect.stringMatching(uuid),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
}

/** Tests the behaviour that every public read shares: C1–C3, C10, C11. */
export function publicReadBehaviour(handlers: Handlers, options: CallOptions = {}): void {
  it("answers exactly four members, with the request id in the header too [C1, C2, C3]", async () => {
    const answer = await call(handlers.GET, "GET", options);
    expect(Object.keys(answer.json).sort()).toEqual(["data", "msg", "request_id", "status_code"]);
    expect(answer.json).toMatchObject({
      status_code: 0,
      msg: "success",
      request_id: expect.stringMatching(uuid),
    });
    expect(answer.headers.get("x-request-id")).toBe(answer.json.request_id);
    expect(answer.status).toBe(200);
  });

  it("may be kept for a while and answers 304 to its own ETag [C11]", async () => {
    const first = await call(handlers.GET, "GET", options);
    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
    const etag = first.headers.get("etag") ?? "";
    const again = await call(handlers.GET, "GET", {
      ...options,
      headers: { "if-none-match": `"other", ${etag}` },
    });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    const other = await call(handlers.GET, "GET", { ...options, headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  it("refuses every other method with 405, Allow and the envelope [C1]", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const answer = await call(handlers[method], method, options);
      expectRefusal(answer, 405, /is not possible here/);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
  });

  it("answers HEAD like GET, without a body", async () => {
    const answer = await call(handlers.HEAD, "HEAD", options);
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers.get("etag")).toBeTruthy();
  });

  it("allows every origin by default, without credentials, and answers the preflight [C10]", async () => {
    const headers = { origin: "https://front.example" };
    const answer = await call(handlers.GET, "GET", { ...options, headers });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const preflight = await call(handlers.OPTIONS, "OPTIONS", { ...options, headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("GET");
  });

  it("echoes only the origins that the configuration names [C10]", async () => {
    overrideConfig({ "cors.allowedOrigins": "https://front.example" });
    const known = await call(handlers.GET, "GET", {
      ...options,
      headers: { origin: "https://front.example" },
    });
    expect(known.headers.get("access-control-allow-origin")).toBe("https://front.example");
    const other = await call(handlers.GET, "GET", {
      ...options,
      headers: { origin: "https://front.example.org" },
    });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    expect([known.headers.get("vary"), other.headers.get("vary")]).toEqual(["Origin", "Origin"]);
  });
}
