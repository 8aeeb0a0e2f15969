import { constants, crc32, createDeflateRaw } from "node:zlib";

/** Bytes with holes for the mark. */
interface Template {
  bytes: Buffer;
  holes: number[];
}

function cut(body: Buffer, mark: string): Buffer[] {
  if (!mark) return [body];
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, from)) {
    pieces.push(body.subarray(from, at));
    from = at + mark.length;
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

function fill({ bytes, holes }: Template, mark: string): Buffer {
  const filled = Buffer.from(bytes);
  for (const hole of holes) filled.write(mark, hole, "latin1");
  return filled;
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const trailerLength = 8;

/**
 * Packs the bytes once for all marks. Each mark is a block of its own that is stored and not packed. What the packer
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

/** Bytes that are kept once and given out with another mark of the same length each time, plain or packed. */
export class StampedBytes {
  readonly #length: number;
  readonly #pieces: Buffer[];
  readonly #plain: Template;
  #packed: Promise<Template> | undefined;
  #packedNow: Template | undefined;

  /** `mark`: what stands in `body` now; empty when nothing changes. */
  constructor(body: Buffer, mark: string) {
    this.#length = mark.length;
    this.#pieces = cut(body, mark);
    this.#plain = joinWithHoles(this.#pieces, mark.length);
  }

  get byteLength(): number {
    return this.#plain.bytes.byteLength;
  }

  plain(mark: string): Buffer {
    return fill(this.#plain, mark);
  }

  async packed(mark: string): Promise<Buffer> {
    this.#packed ??= pack(this.#pieces, this.#length);
    this.#packedNow = await this.#packed;
    return this.#fillPacked(this.#packedNow, mark);
  }

  /** The same where it was packed before, or null. */
  packedNow(mark: string): Buffer | null {
    return this.#packedNow ? this.#fillPacked(this.#packedNow, mark) : null;
  }

  #fillPacked(template: Template, mark: string): Buffer {
    const packed = fill(template, mark);
    packed.writeUInt32LE(this.#checksum(Buffer.from(mark, "latin1")), packed.byteLength - 8);
    packed.writeUInt32LE(this.byteLength, packed.byteLength - 4);
    return packed;
  }

  #checksum(mark: Buffer): number {
    return this.#pieces.reduce((sum, piece, index) => crc32(piece, index > 0 ? crc32(mark, sum) : sum), 0);
  }
}
