import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { isAppError } from "@/lib/core/errors";
import { readBody, setIncoming } from "@/lib/http/body/read-body";

const bytes = (text: string) => new TextEncoder().encode(text);

function aRequest(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Request {
  const options = { method: "POST", body: new ReadableStream({ pull }), duplex: "half" };
  return new Request("http://localhost/", options as RequestInit);
}

describe("reading a body", () => {
  it("puts the pieces together", async () => {
    const pieces = ["one ", "two ", "three"];
    const request = aRequest((controller) => {
      const piece = pieces.shift();
      if (piece) controller.enqueue(bytes(piece));
      else controller.close();
    });
    expect(new TextDecoder().decode(await readBody(request, 100))).toBe("one two three");
  });

  it("stops at the cap, however much would still come", async () => {
    const request = aRequest((controller) => controller.enqueue(bytes("x".repeat(60))));
    const error = await readBody(request, 100).catch((reason: unknown) => reason);
    expect(isAppError(error, "payload_too_large")).toBe(true);
  });

  it("finds the line that another bundle of the same process noted, as after a change under npm run dev", async () => {
    const incoming = new IncomingMessage(new Socket());
    const request = new Request("http://localhost/", { method: "POST" });
    setIncoming(request, incoming);
    vi.resetModules();
    const anew = await import("@/lib/http/body/read-body");
    const body = anew.readBody(request, 100);
    incoming.push(bytes("{}"));
    incoming.push(null);
    expect(new TextDecoder().decode(await body)).toBe("{}");
  });

  it("takes a caller who hangs up in the middle for a refusal, and for no fault of ours", async () => {
    let isFirst = true;
    const request = aRequest((controller) => {
      if (isFirst) controller.enqueue(bytes('{"product_id":'));
      else controller.error(new Error("aborted"));
      isFirst = false;
    });
    const error = await readBody(request, 100).catch((reason: unknown) => reason);
    expect(isAppError(error, "malformed")).toBe(true);
  });
});
