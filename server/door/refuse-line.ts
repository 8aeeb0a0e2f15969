import type { Duplex } from "node:stream";
import type { HeaderReader } from "../../lib/http/answer/ready-answer";
import { drawRefusal, type Refusal, type Refused } from "./refuse";

/** How long a refused connection may take to read why, before it is cut. */
const farewellMs = 1_000;
/** The methods that pages and API have between them. */
export const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

const refusals: Record<string, Refusal & { reason: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: "Request Header Fields Too Large", said: "headers_too_large" },
  HPE_INVALID_METHOD: { status: 405, reason: "Method Not Allowed", said: "method_unknown" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: "Request Timeout", said: "request_too_slow" },
};
const notHttp: Refusal & { reason: string } = { status: 400, reason: "Bad Request", said: "not_http" };

const firstLine = /^([A-Z-]{1,40}) (\S{1,16000}) HTTP\/1\.[01]\r?\n/;

/** As much of the headers as arrived in one piece with the fault. */
function readerOfPacket(packet: string): HeaderReader {
  const headers = new Map<string, string>();
  for (const line of packet.split("\r\n", 200).slice(1)) {
    const at = line.indexOf(":");
    if (at > 0) headers.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim());
  }
  return { get: (name) => headers.get(name) ?? null, has: (name) => headers.has(name) };
}

/** `bytesParsed`: where in its packet the fault is. */
export type LineFault = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };

/** The message with the fault. Others may stand before it in the same packet. */
function messageAt({ rawPacket, bytesParsed = 0 }: LineFault): string {
  const packet = rawPacket?.toString("latin1") ?? "";
  const before = packet.lastIndexOf("\r\n\r\n", bytesParsed);
  return packet.slice(before < 0 ? 0 : before + 4).slice(0, 32 * 1024);
}

interface LineRefusal {
  /** The request that the fault cut off, when its headers had come. */
  cut: Refused | null;
  /** Headers of every answer of this shop. */
  further: Record<string, string>;
}

/** Answers what is no request. `end` alone would leave the connection open as long as the other side likes. */
export function refuseLine(error: LineFault, socket: Duplex, { cut, further }: LineRefusal): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const packet = messageAt(error);
  const target = firstLine.exec(packet)?.[2];
  // An unknown method is a method only where it is all that is wrong with the first line.
  const isKnown = error.code !== "HPE_INVALID_METHOD" || target !== undefined;
  const refused = (isKnown && refusals[error.code ?? ""]) || notHttp;
  const { text, headers } = drawRefusal(
    refused,
    cut ?? { target: target ?? null, headers: readerOfPacket(packet) },
  );
  const lines = Object.entries({
    date: new Date().toUTCString(),
    ...headers,
    ...further,
    ...(refused.status === 405 ? { allow: allMethods } : {}),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refused.status} ${refused.reason}\r\n${lines.join("")}\r\n${text}`);
  setTimeout(() => socket.destroy(), farewellMs).unref();
}
