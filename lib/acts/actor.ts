import type { Locale } from "../core/locale";

/** Where a call comes from; carried beside the actor into logs, mails and limits. */
export interface ClientInfo {
  ip: string;
  userAgent: string;
  requestId: string;
  /** The language to write to them in; `asked` is what the call itself names. Worked out only where something is written. */
  readLocale: (asked?: Locale) => Promise<Locale>;
  /** ISO 3166-1 alpha-2, as a trusted proxy in front of the shop names it; null where none does. */
  readCountry: () => Promise<string | null>;
}

export interface AnonymousActor {
  kind: "anonymous";
}

/** Holder of the guest token of exactly one order. */
export interface GuestActor {
  kind: "guest";
  orderId: number;
}

export interface UserActor {
  kind: "user";
  userId: number;
  sessionId: string;
}

export type StaffRoleName = "owner" | "manager" | "support" | "viewer";

export interface OwnRoleOfActor {
  id: number;
  name: string;
  permissions: readonly string[];
  /** Sums that its bearer may move by one act and in a day of the shop; null is any sum. */
  actLimitCents: bigint | null;
  dayLimitCents: bigint | null;
}

/** Made by a member of staff for a program. */
export interface TokenOfActor {
  id: number;
  name: string;
  /** It opens those of them that the role opens as well. */
  permissions: readonly string[];
  /** Money that it may move in a day of the shop; null is any sum. */
  dayLimitCents: bigint | null;
  /** Stands for a proof of password and second factor. */
  isProved: boolean;
}

/** Names no session: a program that shows a token has none. */
export const noSession = "00000000-0000-0000-0000-000000000000";

export interface AdminActor {
  kind: "admin";
  staffId: number;
  /** `noSession` beside a token. */
  sessionId: string;
  role: StaffRoleName;
  /** A role that the shop made itself; it takes the place of `role`. */
  ownRole?: OwnRoleOfActor | null;
  email: string;
  /** An owner who looks at the admin with the rights of another role, and changes nothing meanwhile. */
  isLooking?: boolean;
  /** Shown in place of a session. */
  token?: TokenOfActor | null;
}

/** An agent site whose signature held. */
export interface SiteActor {
  kind: "site";
  siteId: number;
}

/** An agent site that signed with its test key. No operation of orders, stock or money takes one (decision 643). */
export interface TestSiteActor {
  kind: "site_test";
  siteId: number;
}

/** A main site, known by the key we hold there, whose signature held. */
export interface ConnectionActor {
  kind: "connection";
  connectionId: number;
  /** Proved with the secret of a pairing code that is being claimed. */
  isPairing: boolean;
}

export type Actor =
  | AnonymousActor
  | GuestActor
  | UserActor
  | AdminActor
  | SiteActor
  | TestSiteActor
  | ConnectionActor;

/** How time lines and the audit log name an actor. */
export function actorName(actor: Actor | "system"): string {
  if (actor === "system") return "system";
  switch (actor.kind) {
    case "anonymous":
    case "guest":
      return "guest";
    case "user":
      return `user:${actor.userId}`;
    case "admin":
      return actor.token ? `token:${actor.token.name}` : `staff:${actor.email}`;
    case "site":
      return `site:${actor.siteId}`;
    case "site_test":
      return `site_test:${actor.siteId}`;
    case "connection":
      return `connection:${actor.connectionId}`;
  }
}
