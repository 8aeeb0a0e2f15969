import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Handler } from "../door/front-door";

export interface RenderedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Lets `handler` answer a request that nobody sent and keeps the answer. It sees exactly the headers that are given here,
 * and it goes on when the reader who caused it goes away.
 */
export function renderDetached(
  handler: Handler,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<RenderedAnswer> {
  return new Promise((resolve, reject) => {
    const request = Object.assign(new IncomingMessage(new Socket()), {
      method: "GET",
      url,
      httpVersion: "1.1",
      httpVersionMajor: 1,
      httpVersionMinor: 1,
    });
    request.headers = headers;
    request.push(null);

    const response = new ServerResponse(request);
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown) => {
      if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
    };
    const lastOf = (rest: unknown[]) => rest.find((part) => typeof part === "function");
    Object.assign(response, {
      writeHead(status: number, ...rest: unknown[]) {
        response.statusCode = status;
        const named = rest.find((part) => typeof part === "object" && part !== null);
        for (const [name, value] of Object.entries((named ?? {}) as Record<string, string>))
          response.setHeader(name, value);
        return response;
      },
      flushHeaders() {},
      write(chunk: unknown, ...rest: unknown[]) {
        keep(chunk);
        lastOf(rest)?.call(response);
        return true;
      },
      end(chunk: unknown, ...rest: unknown[]) {
        if (response.writableEnded) return response;
        keep(chunk);
        response.finished = true;
        lastOf([chunk, ...rest])?.call(response);
        resolve({
          status: response.statusCode,
          headers: response.getHeaders(),
          body: Buffer.concat(chunks),
        });
        process.nextTick(() => {
          response.emit("finish");
          response.emit("close");
        });
        return response;
      },
    });
    handler(request, response).catch(reject);
  });
}
