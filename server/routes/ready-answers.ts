import type { IncomingMessage, ServerResponse } from "node:http";
import { newUuid } from "@/lib/core/ids";
import { tracing } from "@/lib/core/process/trace";
import { findReady, type ReadyAnswer } from "@/lib/http/answer/ready-answer";
import { takesCoding } from "../door/accept-encoding";
import { readerOf } from "../door/header-reader";
import { StampedBytes } from "./stamped-bytes";

interface Kept {
  route: string;
  status: number;
  /** Names and values in turn; the id and the length are filled in. */
  headers: readonly string[];
  bytes: StampedBytes;
  answer: ReadyAnswer;
}

const idHeader = "x-request-id";
/** Least size to pack: an answer that fits one packet anyway is not worth it. */
export const leastPacked = 1400;
const maxKept = 500;
const maxBytes = 256 * 1024;
/** Ask for something else than the whole answer, or send what only the handler reads. */
const handlersHeaders = ["if-none-match", "content-length", "transfer-encoding"] as const;

/**
 * Bytes of public answers that were given a moment ago, by the address as it was asked. Who reads one of them gets a request
 * id of their own and counts against the limit like everybody; the handler is not called (docs/decisions/speed/0302).
 */
export class ReadyAnswers {
  readonly #kept = new Map<string, Kept>();

  /** @returns what was given, or null when the handler has to answer. */
  give(incoming: IncomingMessage, outgoing: ServerResponse): { route: string; requestId: string } | null {
    const kept = incoming.method === "GET" ? this.#kept.get(incoming.url ?? "/") : undefined;
    if (!kept || handlersHeaders.some((name) => incoming.headers[name] !== undefined)) return null;
    if (!kept.answer.isCurrent()) {
      this.#kept.delete(incoming.url ?? "/");
      return null;
    }
    const id = newUuid();
    const { bytes, headers, status } = kept;
    const accepted = incoming.headers["accept-encoding"];
    const isPacked =
      accepted !== undefined && bytes.byteLength >= leastPacked && takesCoding(String(accepted), "gzip");
    const body = isPacked ? bytes.packedNow(id) : bytes.plain(id);
    if (body === null) {
      // The next reader gets it packed.
      void bytes.packed(id);
      return null;
    }
    if (!kept.answer.admit(readerOf(incoming))) return null;
    tracing()?.note({ "keyshelf.request_id": id });
    const own = [idHeader, id, "content-length", String(body.byteLength)];
    if (isPacked) own.push("content-encoding", "gzip");
    outgoing.writeHead(status, headers.concat(own)).end(body);
    return { route: kept.route, requestId: id };
  }

  /** Keeps an answer that its handler says is ready for others. */
  keep(url: string, route: string, answer: Response, body: Buffer): void {
    const ready = findReady(answer);
    const id = answer.headers.get(idHeader);
    if (!ready || id === null || body.byteLength > maxBytes) return;
    if (this.#kept.get(url)?.answer.isCurrent()) return;
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(url, {
      route,
      status: answer.status,
      headers: [...answer.headers]
        .filter(([name]) => name !== idHeader)
        .concat([["vary", varyOf(answer)]])
        .flat(),
      bytes: new StampedBytes(body, id),
      answer: ready,
    });
  }
}

const varyOf = ({ headers }: Response): string =>
  [headers.get("vary"), "Accept-Encoding"].filter((name) => name !== null).join(", ");
