import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Large pieces cost fewer turns of the event loop; many readers at once get smaller ones, so that memory stays bounded. */
const largeBytes = 1024 * 1024;
const smallBytes = 256 * 1024;
const mostLarge = 8;
let running = 0;

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

/** Two buffers in turn: one is filled while the other is sent, and none is made anew for a piece. */
async function sendFilled(reader: ByteReader, outgoing: ServerResponse): Promise<void> {
  const size = running > mostLarge ? smallBytes : largeBytes;
  const free = [new Uint8Array(size), new Uint8Array(size)];
  const gone = new Promise<void>((resolve) => outgoing.once("close", resolve));
  const write = async (piece: Bytes): Promise<Bytes> => {
    const sent = new Promise<void>((resolve) => outgoing.write(piece, () => resolve()));
    await Promise.race([sent, gone]);
    return new Uint8Array(piece.buffer);
  };
  let writing: Promise<Bytes> | undefined;
  for (;;) {
    const { done, value } = await reader.read(free.pop() as Bytes);
    const sent = await writing;
    if (done) break;
    if (outgoing.destroyed) return reader.cancel();
    if (sent) free.push(sent);
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
