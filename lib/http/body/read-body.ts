import type { IncomingMessage } from "node:http";
import { AppError } from "../../core/errors";
import { isStorableJson } from "../../core/formats/foreign-json";
import { readUtf8 } from "../../core/formats/read-utf8";
import { refusal, type Said } from "../../core/refusals/refusal";

const maxDepth = 32;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

const tooLarge = (cap: number) => new AppError("payload_too_large", refusal("body_too_large", { max: cap }));
/** The client aborted: this is not a server error and is not logged as one. */
const incomplete = () => new AppError("malformed", "body_incomplete");

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function joinPieces(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}

async function collect(body: ReadableStream<Uint8Array>, cap: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of piecesOf(body)) {
    size += piece.byteLength;
    if (size > cap) throw tooLarge(cap);
    pieces.push(piece);
  }
  return joinPieces(pieces, size);
}

/** The same from the line itself. What comes after `cap` bytes is discarded, so that the answer arrives. */
function collectIncoming(incoming: IncomingMessage, cap: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    if (incoming.destroyed) return reject(incomplete());
    const pieces: Uint8Array[] = [];
    let size = 0;
    const breakOff = () => reject(incomplete());
    incoming.on("data", (piece: Buffer) => {
      size += piece.byteLength;
      if (size <= cap) pieces.push(piece);
      else reject(tooLarge(cap));
    });
    incoming.on("error", breakOff).on("close", breakOff);
    incoming.on("end", () => {
      incoming.off("close", breakOff);
      resolve(joinPieces(pieces, size));
    });
  });
}

// On globalThis: under `npm run dev` the routes are bundled anew beside the server that notes the line.
declare global {
  var keyshelfLines: WeakMap<Request, IncomingMessage> | undefined;
}
const holder = globalThis;
holder.keyshelfLines ??= new WeakMap();
const lines = holder.keyshelfLines;

/** Where the body of a request comes in: two web streams around it would cost a fifth of a small request. */
export const setIncoming = (request: Request, incoming: IncomingMessage): void => {
  lines.set(request, incoming);
};

/** The raw bytes, read once and never more than `cap` of them. */
export async function readBody(request: Request, cap: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > cap) throw tooLarge(cap);
  const incoming = lines.get(request);
  if (incoming) return collectIncoming(incoming, cap);
  if (!request.body) return new Uint8Array(0);
  return collect(request.body, cap).catch((error: unknown) => {
    throw error instanceof AppError ? error : incomplete();
  });
}

const malformed = (said: Said) => new AppError("malformed", said);

/**
 * Walks the text of a JSON value before anything is built from it: JSON.parse itself takes any depth and silently keeps
 * the last of two equal keys, which two readers of a signed body could understand differently.
 */
function checkShape(text: string, options: { refuseRepeatedKeys: boolean }): void {
  const keys: (Set<string> | null)[] = [];
  let expectKey = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const start = at;
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      const open = keys.at(-1);
      if (expectKey && open) {
        const key: unknown = parseOrRefuse(text.slice(start, at + 1));
        if (typeof key !== "string") throw malformed("broken_json");
        if (forbiddenKeys.has(key)) throw malformed(refusal("member_forbidden", { name: key }));
        if (options.refuseRepeatedKeys && open.has(key))
          throw new AppError("malformed", "given_twice", { field: key });
        open.add(key);
        expectKey = false;
      }
    } else if (character === "{" || character === "[") {
      keys.push(character === "{" ? new Set() : null);
      if (keys.length > maxDepth) throw malformed(refusal("body_too_deep", { max: maxDepth }));
      expectKey = character === "{";
    } else if (character === "}" || character === "]") {
      keys.pop();
      expectKey = false;
    } else if (character === ",") {
      expectKey = keys.at(-1) instanceof Set;
    }
  }
}

function parseOrRefuse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("broken_json");
  }
}

/** C9: valid UTF-8 JSON, at most 32 deep, without U+0000, half surrogates, prototype keys and (signed) repeated keys. */
export function parseJson(bytes: Uint8Array, options: { refuseRepeatedKeys: boolean }): unknown {
  let text: string;
  try {
    text = readUtf8(bytes);
  } catch {
    throw malformed("broken_utf8");
  }
  checkShape(text, options);
  const value = parseOrRefuse(text);
  if (!isStorableJson(value)) throw malformed("body_not_storable");
  return value;
}
