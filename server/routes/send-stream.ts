import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const kb = 1024;
/** Large pieces cost fewer turns of the event loop. */
const largest = 1024 * kb;
const smallest = 64 * kb;
/** All readers together; what one more gets is its share. */
const budget = 48 * 1024 * kb;
/** Beyond so many, others are sent while one is filled: a second buffer gains nothing. */
const mostWithTwo = 8;
let running = 0;

function takeBuffers(): Bytes[] {
  const size = Math.min(largest, Math.max(smallest, Math.floor(budget / running)));
  return Array.from({ length: running > mostWithTwo ? 1 : 2 }, () => new Uint8Array(size));
}

type ByteReader = ReadableStreamBYOBReader;
type Bytes = Uint8Array<ArrayBuffer>;

/** A reader that brings its own buffers, where the stream can fill them. */
function readerOf(body: ReadableStream<Uint8Array>): ByteReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

/** A reader who goes away in the middle is no fault of ours. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
}

/** Fills one of two buffers while the other is sent, and makes none anew for a piece. */
async function sendFilled(reader: ByteReader, outgoing: ServerResponse): Promise<void> {
  const free = takeBuffers();
  const gone = new Promise<void>((resolve) => outgoing.once("close", resolve));
  const write = async (piece: Bytes): Promise<Bytes> => {
    const sent = new Promise<void>((resolve) => outgoing.write(piece, () => resolve()));
    await Promise.race([sent, gone]);
    return new Uint8Array(piece.buffer);
  };
  let writing: Promise<Bytes> | undefined;
  for (;;) {
    const buffer = free.pop() ?? (await writing);
    const { done, value } = await reader.read(buffer as Bytes);
    const sent = await writing;
    if (done) break;
    if (outgoing.destroyed) return reader.cancel();
    if (sent && sent !== buffer) free.push(sent);
    writing = write(value as Bytes);
  }
  outgoing.end();
}

/** Passes an answer on as it comes, no faster than its reader takes it. */
export async function sendStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = readerOf(body);
  if (!reader)
    return pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(
      unlessGone,
    );
  running += 1;
  try {
    await sendFilled(reader, outgoing);
  } finally {
    running -= 1;
  }
}
