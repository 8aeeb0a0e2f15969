import { describe, expect, it } from "vitest";
import { isAppError } from "@/lib/core/errors";
import { readBody } from "@/lib/http/body/read-body";

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
