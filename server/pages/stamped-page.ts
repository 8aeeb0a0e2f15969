import { randomBytes } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { StampedBytes } from "../routes/stamped-bytes";
import type { RenderedAnswer } from "./render-detached";

/** Three bytes make four characters, without padding. */
const newNonce = (length: number) =>
  randomBytes(Math.ceil((length * 3) / 4))
    .toString("base64")
    .slice(0, length);

/** An answer that is kept once and given to each reader with a nonce of their own. */
export class StampedPage {
  readonly status: number;
  readonly #headers: [name: string, pieces: string[]][];
  readonly #length: number;
  readonly #bytes: StampedBytes;

  constructor({ status, headers, body }: RenderedAnswer) {
    const policy = String(headers["content-security-policy"] ?? "");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    this.status = status;
    this.#length = nonce.length;
    this.#headers = Object.entries(headers)
      .filter(([name]) => !["content-length", "transfer-encoding", "connection", "date"].includes(name))
      .map(([name, value]) => [name, nonce ? String(value).split(nonce) : [String(value)]]);
    this.#bytes = new StampedBytes(body, nonce);
  }

  /** Size in memory, roughly. */
  get size(): number {
    return this.#bytes.byteLength * 2;
  }

  async answer(isPacked: boolean): Promise<{ headers: OutgoingHttpHeaders; body: Buffer }> {
    const nonce = newNonce(this.#length);
    const headers: OutgoingHttpHeaders = {};
    for (const [name, pieces] of this.#headers) headers[name] = pieces.join(nonce);
    headers.vary = [headers.vary, "Accept-Encoding"].filter(Boolean).join(", ");
    if (!isPacked) return { headers, body: this.#bytes.plain(nonce) };
    headers["content-encoding"] = "gzip";
    return { headers, body: await this.#bytes.packed(nonce) };
  }
}
