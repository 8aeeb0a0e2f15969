import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { sign } from "@/lib/interconnect/signature";
import type { Credentials } from "../../builders/sites";
import { Meeting } from "./meeting";

const names = ["key", "timestamp", "nonce", "signature"] as const;
type Name = (typeof names)[number];
export type Signed = Record<Name, string>;

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const windowSeconds = 300;

/** Tells where a verifier is careless. A main site and a receiver are careless in the same ways. */
export interface Carelessness {
  is: (fault: string) => boolean;
  /** How long a verifier that forgets its nonces remembers them. */
  forgetsAfterMs: number;
}

const ofNames = (request: IncomingMessage, is: Carelessness["is"]): Signed => {
  const written = is("header_names_compared")
    ? Object.fromEntries(
        request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]]] : [])),
      )
    : {};
  const read = (name: Name) => {
    const header = `X-Site-${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return String(
      (is("header_names_compared") ? written[header] : request.headers[header.toLowerCase()]) ?? "",
    );
  };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Signed;
};

function isFormed(signed: Signed, is: Carelessness["is"]): boolean {
  const { key, timestamp, nonce, signature } = signed;
  const isTime =
    /^\d{10}$/.test(timestamp) ||
    (is("timestamp_parse_int") && /^\d{10}/.test(timestamp)) ||
    (is("timestamp_with_fraction") && /^\d{10}(\.\d+)?$/.test(timestamp)) ||
    (is("timestamp_in_milliseconds") && /^\d{13}$/.test(timestamp)) ||
    (is("no_timestamp_taken") && timestamp === "");
  const isNonce =
    uuidV4.test(nonce) ||
    (is("nonce_of_any_form") && nonce !== "") ||
    (is("nonce_v1") && uuidV4.test(nonce.replace(/^(.{14})1/, "$14"))) ||
    (is("nonce_without_hyphens") && /^[0-9a-f]{32}$/i.test(nonce)) ||
    (is("no_nonce_taken") && nonce === "");
  const isKey = key !== "" || is("no_key_is_default_key");
  return (
    isKey &&
    isTime &&
    isNonce &&
    (signature !== "" || is("no_signature_taken") || is("broken_signature_skips_check"))
  );
}

function isSigned(signed: Signed, secret: string, body: Buffer, is: Carelessness["is"]): boolean {
  const { signature } = signed;
  if (is("nothing_verified") || is("secret_not_compared"))
    return is("nothing_verified") || /^[0-9a-f]{64}$/.test(signature);
  if (
    (is("posts_not_verified") || is("body_not_verified")) &&
    body.length > 0 &&
    /^[0-9a-f]{64}$/.test(signature) &&
    !/^0+$/.test(signature)
  )
    return true;
  if (is("no_signature_taken") && signature === "") return true;
  if (is("broken_signature_skips_check") && !/^[0-9a-f]*$/.test(signature)) return true;
  let bytes = body;
  if (is("body_serialised_anew"))
    try {
      bytes = Buffer.from(body.length > 0 ? JSON.stringify(JSON.parse(body.toString())) : "");
    } catch {
      // Verified as it came.
    }
  const right = is("body_not_in_signature")
    ? createHmac("sha256", secret).update(`${signed.key}${signed.timestamp}${signed.nonce}`).digest("hex")
    : sign(secret, { ...signed, body: bytes });
  const given = is("upper_case_signature") ? signature.toLowerCase() : signature;
  if (is("prefix_is_enough")) return given.length >= 32 && right.startsWith(given);
  if (is("first_half_compared")) return given.length === 64 && right.slice(0, 32) === given.slice(0, 32);
  if (is("last_half_compared")) return given.length === 64 && right.slice(32) === given.slice(32);
  return given === right;
}

function isInTime(timestamp: string, is: Carelessness["is"]): boolean {
  if (timestamp === "") return true;
  const read = Number.parseInt(timestamp, 10);
  const ahead = (timestamp.length === 13 ? Math.floor(read / 1000) : read) - Math.floor(Date.now() / 1000);
  if (is("window_of_an_hour")) return Math.abs(ahead) <= 3600;
  if (is("window_of_a_minute")) return ahead >= -60 && ahead <= windowSeconds;
  if (is("future_is_open")) return ahead >= -windowSeconds;
  if (is("future_is_refused")) return ahead <= 5 && ahead >= -windowSeconds;
  return Math.abs(ahead) <= windowSeconds;
}

const awayMs = 300;
/** A judge that a busy machine keeps from asking has to find it away all the same. */
const longestAwayMs = 10_000;
/** Longer than a busy machine lets lie between equal calls that are sent at once. */
const aloneMs = 150;

/** Verifies as the guide says, but for the one fault. */
export class FaultyVerifier {
  #nonces = new Map<string, number>();
  #wentAwayAt = Number.NEGATIVE_INFINITY;
  #wasMissed = true;
  #meetings = new Map<string, Meeting>();

  constructor(
    private readonly known: readonly Credentials[],
    private readonly carelessness: Carelessness,
  ) {}

  restart(): void {
    this.#wentAwayAt = performance.now();
    this.#wasMissed = false;
    if (this.carelessness.is("nonce_forgotten_at_restart")) this.#nonces.clear();
  }

  /** A program that is started anew answers nobody for a moment, in which somebody asks. */
  isAway(): boolean {
    const awayFor = performance.now() - this.#wentAwayAt;
    const isAway = awayFor < awayMs || (!this.#wasMissed && awayFor < longestAwayMs);
    if (isAway) this.#wasMissed = true;
    return isAway;
  }

  #meet(entry: string): Promise<void> {
    const meeting = this.#meetings.get(entry) ?? new Meeting(aloneMs);
    this.#meetings.set(entry, meeting);
    return meeting.join();
  }

  async #spend({ key, nonce, timestamp }: Signed): Promise<boolean> {
    const { is, forgetsAfterMs } = this.carelessness;
    if (nonce === "" || is("nonce_not_stored")) return true;
    const entry = is("nonce_of_all_agents")
      ? nonce
      : `${key} ${nonce}${is("nonce_stored_with_timestamp") ? ` ${timestamp}` : ""}`;
    const at = this.#nonces.get(entry);
    if (at !== undefined && !(is("nonce_forgotten") && performance.now() - at > forgetsAfterMs)) return false;
    if (is("nonce_stored_late")) await this.#meet(entry);
    this.#nonces.set(entry, performance.now());
    return true;
  }

  /** @returns who has signed, or why the call is refused */
  async verify(request: IncomingMessage, body: Buffer): Promise<{ signer: Credentials } | { cause: string }> {
    const { is } = this.carelessness;
    const signed = ofNames(request, is);
    if (!isFormed(signed, is)) return { cause: "header" };
    if (is("nonce_spent_by_forger") && !(await this.#spend(signed))) return { cause: "nonce" };
    const [first] = this.known;
    const careless =
      is("any_key") || is("unknown_key_taken") || (is("no_key_is_default_key") && signed.key === "");
    const signer = this.known.find(({ key }) => key === signed.key) ?? (careless ? first : undefined);
    if (!signer) return { cause: "key" };
    const isStranger = signer.key !== signed.key;
    const isGood = (isStranger && is("unknown_key_taken")) || isSigned(signed, signer.secret, body, is);
    if (!isGood) return { cause: "signature" };
    if (!isInTime(signed.timestamp, is)) return { cause: "timestamp" };
    if (!is("nonce_spent_by_forger") && !(await this.#spend(signed))) return { cause: "nonce" };
    return { signer };
  }
}
