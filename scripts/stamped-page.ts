import { randomBytes } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import type { RenderedAnswer } from "./render-detached";

/** Bytes with holes for the nonce. */
interface Template {
  bytes: Buffer;
  holes: number[];
}

/** Three bytes make four characters, without padding. */
const newNonce = (length: number) =>
  randomBytes(Math.ceil((length * 3) / 4))
    .toString("base64")
    .slice(0, length);

function cut(body: Buffer, nonce: string): Buffer[] {
  if (!nonce) return [body];
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(nonce); at >= 0; at = body.indexOf(nonce, from)) {
    pieces.push(body.subarray(from, at));
    from = at + nonce.length;
  }
  return [...pieces, body.subarray(from)];
}

function joinWithHoles(pieces: readonly Buffer[], length: number): Template {
  const parts: Buffer[] = [];
  const holes: number[] = [];
  let at = 0;
  pieces.forEach((piece, index) => {
    if (index > 0) {
      holes.push(at);
      parts.push(Buffer.alloc(length));
      at += length;
    }
    parts.push(piece);
    at += piece.byteLength;
  });
  return { bytes: Buffer.concat(parts), holes };
}

function fill({ bytes, holes }: Template, nonce: string): Buffer {
  const filled = Buffer.from(bytes);
  for (const hole of holes) filled.write(nonce, hole, "latin1");
  return filled;
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const trailerLength = 8;

/**
 * Packs the page once for all its nonces. Each nonce is a block of its own that is stored and not packed. What the packer
 * sees in its place are bytes that UTF-8 never has, so nothing after it is written as a repetition of it.
 */
async function pack(pieces: readonly Buffer[], length: number): Promise<Template> {
  const packer = createDeflateRaw({ level: 6 });
  let out: Buffer[] = [];
  packer.on("data", (chunk: Buffer) => out.push(chunk));
  const flush = async (chunk: Buffer): Promise<Buffer> => {
    packer.write(chunk);
    await new Promise<void>((resolve) => packer.flush(constants.Z_SYNC_FLUSH, resolve));
    const bytes = Buffer.concat(out);
    out = [];
    return bytes;
  };
  const stored = Buffer.alloc(5);
  stored.writeUInt16LE(length, 1);
  stored.writeUInt16LE(~length & 0xffff, 3);
  const packed: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    let before = index === 0 ? gzipHeader : Buffer.alloc(0);
    if (piece.byteLength > 0) before = Buffer.concat([before, await flush(piece)]);
    if (index < pieces.length - 1) {
      before = Buffer.concat([before, stored]);
      await flush(Buffer.alloc(length, 0xff));
    }
    packed.push(before);
  }
  const ended = new Promise((resolve) => packer.once("end", resolve));
  packer.end();
  await ended;
  packed.push(Buffer.concat([packed.pop() ?? gzipHeader, ...out, Buffer.alloc(trailerLength)]));
  return joinWithHoles(packed, length);
}

/** An answer that is kept once and given to each reader with a nonce of their own. */
export class StampedPage {
  readonly status: number;
  readonly #headers: [name: string, pieces: string[]][];
  readonly #length: number;
  readonly #pieces: Buffer[];
  readonly #plain: Template;
  #packed: Promise<Template> | undefined;

  constructor({ status, headers, body }: RenderedAnswer) {
    const policy = String(headers["content-security-policy"] ?? "");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    this.status = status;
    this.#length = nonce.length;
    this.#headers = Object.entries(headers)
      .filter(([name]) => !["content-length", "transfer-encoding", "connection", "date"].includes(name))
      .map(([name, value]) => [name, nonce ? String(value).split(nonce) : [String(value)]]);
    this.#pieces = cut(body, nonce);
    this.#plain = joinWithHoles(this.#pieces, nonce.length);
  }

  /** What it takes in memory, roughly. */
  get size(): number {
    return this.#plain.bytes.byteLength * 2;
  }

  async answer(isPacked: boolean): Promise<{ headers: OutgoingHttpHeaders; body: Buffer }> {
    const nonce = newNonce(this.#length);
    const body = fill(this.#plain, nonce);
    const headers: OutgoingHttpHeaders = {};
    for (const [name, pieces] of this.#headers) headers[name] = pieces.join(nonce);
    headers.vary = [headers.vary, "Accept-Encoding"].filter(Boolean).join(", ");
    if (!isPacked) return { headers, body };
    this.#packed ??= pack(this.#pieces, this.#length);
    const packed = fill(await this.#packed, nonce);
    packed.writeUInt32LE(crc32(body), packed.byteLength - 8);
    packed.writeUInt32LE(body.byteLength, packed.byteLength - 4);
    headers["content-encoding"] = "gzip";
    return { headers, body: packed };
  }
}
