import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { sendStream } from "@/server/routes/send-stream";

const length = 40 * 1024 * 1024 + 7;
const whole = Buffer.from(Array.from({ length: 256 }, (_, index) => index)).toString("latin1");
const bytesAt = (at: number, count: number) =>
  Buffer.from(whole.repeat(Math.ceil(count / 256) + 1).slice(at % 256, (at % 256) + count), "latin1");

interface Source {
  read: number;
  isCancelled: boolean;
}

/** As a stored file is read: into the buffer of the reader. */
function aByteStream(source: Source): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: 1024,
    pull(controller) {
      const asked = controller.byobRequest;
      const view = asked?.view as Uint8Array;
      const count = Math.min(view.byteLength, 700_001, length - source.read);
      view.set(bytesAt(source.read, count));
      source.read += count;
      if (count === 0) controller.close();
      asked?.respond(count);
    },
    cancel() {
      source.isCancelled = true;
    },
  });
}

let close: () => void = () => undefined;
afterEach(() => close());

async function serve(answer: (outgoing: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((_, outgoing) => void answer(outgoing).catch(() => outgoing.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("an answer that is sent as it comes", () => {
  it("arrives whole and in order, whatever the sizes of its pieces are", async () => {
    const source = { read: 0, isCancelled: false };
    const url = await serve((outgoing) => sendStream(aByteStream(source), outgoing));
    const got = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(got.byteLength).toBe(length);
    expect(got.equals(bytesAt(0, length))).toBe(true);
    expect(source.isCancelled).toBe(false);
  });

  it("is read no further when its reader goes away, and its source is told", async () => {
    const source = { read: 0, isCancelled: false };
    const url = await serve((outgoing) => sendStream(aByteStream(source), outgoing));
    const reading = new AbortController();
    const answer = await fetch(url, { signal: reading.signal });
    await answer.body?.getReader().read();
    reading.abort();
    await expect.poll(() => source.isCancelled).toBe(true);
    expect(source.read).toBeLessThan(length);
  });

  it("may come from a stream that has pieces of its own, too", async () => {
    const pieces = ["first,", "second,", "third"];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = pieces.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(Buffer.from(next));
      },
    });
    const url = await serve((outgoing) => sendStream(stream, outgoing));
    expect(await (await fetch(url)).text()).toBe("first,second,third");
  });

  it("is broken off when its source fails, so that nobody takes a part for the whole", async () => {
    const failing = new ReadableStream<Uint8Array>({
      type: "bytes",
      autoAllocateChunkSize: 1024,
      pull(controller) {
        controller.error(new Error("the disk is gone"));
      },
    });
    const url = await serve((outgoing) => {
      outgoing.setHeader("content-length", 100);
      outgoing.flushHeaders();
      return sendStream(failing, outgoing);
    });
    await expect((await fetch(url)).arrayBuffer()).rejects.toThrow();
  });
});
