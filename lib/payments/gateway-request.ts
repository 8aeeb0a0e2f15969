import { log } from "../core/log";

/** The gateway could not be asked, or answered nothing usable. Holds no address: some gateways want their key in it. */
export class GatewayError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "GatewayError";
  }
}

const timeoutMs = 6_000;
const maxAnswerBytes = 64 * 1024;

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxAnswerBytes) {
      await reader.cancel();
      throw new GatewayError("The gateway's answer is too long");
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export interface GatewayCall {
  url: string;
  /** Sent as a form, or as JSON; without either the call is a GET. */
  form?: Record<string, string>;
  json?: Record<string, string | number>;
  /** What the log calls it. */
  label: string;
}

/** One call to a gateway: bounded in time and size, no redirect followed, answer as text. */
export async function callGateway({ url, form, json, label }: GatewayCall): Promise<string> {
  const started = performance.now();
  try {
    const response = await fetch(url, {
      method: form || json ? "POST" : "GET",
      ...(form ? { body: new URLSearchParams(form) } : {}),
      ...(json ? { body: JSON.stringify(json) } : {}),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: "application/json",
        "user-agent": "Keyshelf",
        ...(json ? { "content-type": "application/json" } : {}),
      },
    });
    if (response.status < 200 || response.status > 299) {
      await response.body?.cancel();
      throw new GatewayError(`The gateway answered with HTTP ${response.status}`);
    }
    return await readCapped(response);
  } catch (error) {
    const failure =
      error instanceof GatewayError
        ? error
        : new GatewayError(
            error instanceof Error && error.name === "TimeoutError"
              ? "The gateway did not answer in time"
              : "The gateway could not be reached",
            // fetch's own message may hold the address; its cause says refused, reset, not found.
            { cause: error instanceof Error ? error.cause : undefined },
          );
    log.warn(
      { label, ms: Math.round(performance.now() - started), reason: failure.message },
      "gateway call failed",
    );
    throw failure;
  }
}

/** An answer that has to be a JSON object. */
export async function callGatewayJson(call: GatewayCall): Promise<Record<string, unknown>> {
  const text = await callGateway(call);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new GatewayError("The gateway's answer is not JSON");
  }
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw new GatewayError("The gateway's answer is not an object");
  return answer as Record<string, unknown>;
}
