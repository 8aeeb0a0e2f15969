import fc from "fast-check";
import { expect } from "vitest";
import type { GatewayAccount, NotificationMessage } from "@/lib/payments/provider";
import { inventions } from "../../harness/seed";

/** Each byte with its lowest bit turned, and with the one that makes a capital of a letter. */
function* flipsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of [0x01, 0x20]) {
      const flipped = Uint8Array.from(bytes);
      flipped[at] = (bytes[at] ?? 0) ^ bit;
      yield flipped;
    }
  }
}

const isAllowedInHeader = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** A form by what it says: `%3a` and `%3A` are one text. */
export const formMeaning = (body: Uint8Array): string =>
  String(new URLSearchParams(new TextDecoder().decode(body)));

/** Every flip of one byte of the body, and of the headers that carry its proof, is refused. */
export async function expectFlipsRefused(
  account: GatewayAccount,
  message: NotificationMessage,
  proof: readonly string[],
  meaningOf?: (body: Uint8Array) => string,
): Promise<void> {
  expect(await account.verify(message)).toMatchObject({ ok: true });
  const meaning = meaningOf?.(message.rawBody);
  let tried = 0;
  const refuse = async (flipped: NotificationMessage, what: string) => {
    tried += 1;
    expect((await account.verify(flipped)).ok, what).toBe(false);
  };
  for (const rawBody of flipsOf(message.rawBody)) {
    if (meaning !== undefined && meaningOf?.(rawBody) === meaning) continue;
    await refuse({ ...message, rawBody }, Buffer.from(rawBody).toString("latin1"));
  }
  for (const name of proof) {
    const value = message.headers.get(name) ?? "";
    for (const bytes of flipsOf(Buffer.from(value, "latin1"))) {
      const text = Buffer.from(bytes).toString("latin1");
      if (!isAllowedInHeader(text)) continue;
      const headers = new Headers(message.headers);
      headers.set(name, text);
      await refuse({ ...message, headers }, `${name}: ${text}`);
    }
  }
  expect(tried).toBeGreaterThan(message.rawBody.length);
}

/** 10,000 invented messages: none throws, none is proved. */
export async function expectInventionsRefused(
  account: GatewayAccount,
  message: NotificationMessage,
  proof: readonly string[],
): Promise<void> {
  const text = new TextDecoder().decode(message.rawBody);
  // Whole inventions, and pieces of the true one in another order.
  const piece = fc
    .nat(text.length)
    .chain((start) => fc.nat(60).map((size) => text.slice(start, start + size)));
  const body = fc.oneof(
    fc.string({ unit: "binary" }).map((invented) => new TextEncoder().encode(invented)),
    fc.json().map((invented) => new TextEncoder().encode(invented)),
    fc.uint8Array({ maxLength: 200 }),
    fc.array(piece, { maxLength: 8 }).map((pieces) => new TextEncoder().encode(pieces.join(""))),
  );
  const header = fc.oneof(
    fc.string({ maxLength: 80 }).filter((value) => value === "" || isAllowedInHeader(value)),
    fc.constant(null),
  );
  const headers = fc.tuple(...proof.map(() => header));
  const isTrue = (rawBody: Uint8Array) => Buffer.from(rawBody).equals(Buffer.from(message.rawBody));
  const invented = fc.asyncProperty(body, headers, fc.boolean(), async (rawBody, values, isPost) => {
    const sent = new Headers(message.headers);
    proof.forEach((name, index) => {
      const value = values[index];
      // Null keeps the true header.
      if (value !== null && value !== undefined) sent.set(name, value);
    });
    if (isTrue(rawBody)) return;
    const verdict = await account.verify({
      ...message,
      rawBody,
      headers: sent,
      method: isPost ? "POST" : "GET",
      rawQuery: isPost ? "" : new TextDecoder().decode(rawBody),
    });
    expect(verdict.ok).toBe(false);
  });
  await fc.assert(invented, { numRuns: inventions });
}
