import { createHash, createHmac, randomUUID } from "node:crypto";

const sha256Hex = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** HMAC-SHA256 over key, timestamp, nonce and the hex SHA-256 of the body bytes, with nothing between them. */
export const sign = ({ key, secret }, timestamp, nonce, body) =>
  createHmac("sha256", secret)
    .update(`${key}${timestamp}${nonce}${sha256Hex(body)}`)
    .digest("hex");

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Calls of the rule that runs, and every answer of the run. */
class Exchanges {
  #ofRule = [];
  #before;
  all = [];

  begin() {
    this.#before = this.last();
    this.#ofRule = [];
  }

  add(exchange) {
    this.#ofRule.push(exchange);
  }

  /** The last one of this rule; a rule that makes no call looks at the answer before it. */
  last = () => this.#ofRule.at(-1) ?? this.#before;
}
export const exchanges = new Exchanges();

const patienceSeconds = 30;

/**
 * A site may ask to wait; a check of many rules comes near its limits. `changes` as a function is asked before each attempt: a call
 * that was one too many has spent its nonce.
 */
export async function signedCall(credentials, method, url, body, changes = {}) {
  for (;;) {
    const made = typeof changes === "function" ? changes() : changes;
    const answer = await callOnce(credentials, method, url, body, made);
    const seconds = Number(answer.headers.get("retry-after"));
    const isWorthIt = answer.status === 429 && seconds > 0 && seconds <= patienceSeconds;
    if (made.isImpatient || !isWorthIt) return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/**
 * One call. `changes` overrides what an honest caller would send: `timestamp`, `nonce`, `signature` (also made from the true one
 * by a function), `headers`, and `sentBody` (sent in place of the body that was signed).
 */
async function callOnce(credentials, method, url, body, changes) {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const timestamp = String(changes.timestamp ?? nowSeconds());
  const nonce = changes.nonce ?? randomUUID();
  const signature = sign(credentials, timestamp, nonce, text);
  const headers = {
    "X-Site-Key": credentials.key,
    "X-Site-Timestamp": timestamp,
    "X-Site-Nonce": nonce,
    "X-Site-Signature":
      typeof changes.signature === "function"
        ? changes.signature(signature)
        : (changes.signature ?? signature),
    ...(text ? { "Content-Type": "application/json" } : {}),
    ...changes.headers,
  };
  for (const [name, value] of Object.entries(headers)) if (value === null) delete headers[name];
  const sent = changes.sentBody ?? text;
  const { pathname, search } = new URL(url);
  const exchange = {
    sent: `${method} ${pathname}${search}${sent ? ` ${sent}` : ""}${changes.note ? ` (${changes.note})` : ""}`,
    came: "no answer",
    brief: `${method} ${pathname}${search}: no answer`,
  };
  exchanges.add(exchange);
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(20_000),
    ...(method === "GET" ? {} : { body: sent }),
  });
  const answer = {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    json: null,
    exchange,
  };
  try {
    answer.json = JSON.parse(answer.text);
  } catch {
    // Shown as it is where an envelope was expected.
  }
  const code = answer.json?.status_code;
  exchange.came = `HTTP ${answer.status} ${answer.text}`;
  exchange.brief = `${method} ${pathname}${search}: HTTP ${answer.status}${code === undefined ? "" : `, ${code}`}`;
  exchanges.all.push(answer);
  return answer;
}
