import { readFileSync } from "node:fs";
import { request } from "node:https";
import path from "node:path";
import { host } from "./plan";

export interface Caller {
  /** The folder that certificates.sh made. */
  certificates: string;
  /** Patroni's user and password; etcd asks for the certificate alone. */
  auth: string;
}

export interface CallOptions {
  method?: "GET" | "POST";
  body?: unknown;
}

/** Asks Patroni or etcd. `null`: it does not answer. */
export function call(
  { certificates, auth }: Caller,
  port: number,
  address: string,
  { method = "GET", body }: CallOptions = {},
): Promise<{ status: number; text: string } | null> {
  const read = (...file: string[]) => readFileSync(path.join(certificates, ...file));
  return new Promise((resolve) => {
    const outgoing = request(
      {
        host,
        port,
        path: address,
        method,
        auth,
        ca: read("ca.crt"),
        cert: read(host, "host.crt"),
        key: read(host, "host.key"),
        agent: false,
        // A switchover is answered when it is done.
        timeout: method === "GET" ? 3_000 : 60_000,
      },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on("error", () => resolve(null));
      },
    );
    outgoing.on("error", () => resolve(null));
    outgoing.on("timeout", () => outgoing.destroy());
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
