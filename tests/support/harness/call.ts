import { peerHeader } from "@/lib/http/caller/client-info";

type Handler = (
  request: Request,
  context?: { params?: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

export interface CallOptions {
  /** Path and query; only what the handler reads of it matters. */
  path?: string;
  params?: Record<string, string | string[]>;
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  token?: string;
  headers?: Record<string, string>;
  /** The socket's address, as server/serve.ts sets it. */
  ip?: string;
}

export interface Envelope<T> {
  status_code: number;
  msg: string;
  data: T;
  request_id: string;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  text: string;
  json: Envelope<T>;
  data: T;
}

/** Calls a route handler with a real Request, as Next would. */
export async function call<T = Record<string, unknown>>(
  handler: Handler,
  method: string,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const request = new Request(new URL(options.path ?? "/api/v1/test", "http://localhost:8080"), {
    method,
    headers: {
      [peerHeader]: options.ip ?? "203.0.113.7",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...options.headers,
    },
    ...(body === undefined || method === "GET" ? {} : { body }),
  });
  // The class takes no GET with a body; server/routes/with-routes.ts hands one on the same way.
  if (body !== undefined && method === "GET")
    Object.defineProperty(request, "body", { value: new Response(body).body });
  const response = await handler(request, { params: Promise.resolve(options.params ?? {}) });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json") && text !== "";
  const json = (isJson ? JSON.parse(text) : { data: null }) as Envelope<T>;
  return { status: response.status, headers: response.headers, text, json, data: json.data };
}
