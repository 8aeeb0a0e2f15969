import type { IncomingMessage } from "node:http";
import type { HeaderReader } from "@/lib/http/answer/ready-answer";

/** The headers of Node's request, as a handler reads them. */
export const readerOf = ({ headers }: IncomingMessage): HeaderReader => ({
  get: (name) => headers[name]?.toString() ?? null,
  has: (name) => headers[name] !== undefined,
});
