import { readEmail } from "../../core/formats/email-address";
import { toStorableText } from "../../core/formats/foreign-json";

/** A person at a log-in provider, as its signed answer names them. */
export interface Identity {
  providerId: number;
  /** Name of the provider here, for logs. */
  via: string;
  issuer: string;
  subject: string;
  label: string;
  nickname: string;
  /** In the one spelling of its mailbox. */
  email: string | null;
  /** Whether the provider says that the address is theirs. */
  isProven: boolean;
}

/** Members of an ID token and of the answer about a user that are read here. */
export interface Claims {
  iss: string;
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  preferred_username?: unknown;
}

const wordsOf = (claim: unknown, max: number): string =>
  typeof claim === "string"
    ? [
        ...toStorableText(claim)
          .replace(/[\p{Cc}\p{Cf}<>]+/gu, " ")
          .trim(),
      ]
        .slice(0, max)
        .join("")
    : "";

function addressOf(claim: unknown): string | null {
  const read = typeof claim === "string" ? readEmail(claim) : null;
  return read && "email" in read ? read.email : null;
}

/** C192: an address counts as proven where the provider says `email_verified: true`, and in no other spelling of it. */
export function toIdentity(provider: { id: number; name: string }, claims: Claims): Identity {
  const email = addressOf(claims.email);
  const [name, username] = [wordsOf(claims.name, 40), wordsOf(claims.preferred_username, 40)];
  return {
    providerId: provider.id,
    via: provider.name,
    issuer: claims.iss,
    subject: claims.sub,
    label: email ?? (username || name || claims.sub),
    nickname: name || username,
    email,
    isProven: email !== null && claims.email_verified === true,
  };
}
