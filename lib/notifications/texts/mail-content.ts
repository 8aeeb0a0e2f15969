import type { MailData, MailKind } from "../mail-data";

export type MailBlock =
  /** `lead`: what an operator's own text takes the place of. */
  | { kind: "text"; text: string; part?: "lead" }
  | { kind: "small"; text: string; part?: "closing" }
  /** Words of a person who is not of the shop. */
  | { kind: "quote"; text: string }
  | { kind: "code"; code: string }
  | { kind: "facts"; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: "secrets"; title: string; secrets: readonly string[]; instructions: string | null }
  | { kind: "button"; label: string; url: string }
  /** Set small: what few readers look for. */
  | { kind: "link"; label: string; url: string };

/** A mail before it is drawn as plain text and as HTML. */
export interface MailContent {
  subject: string;
  heading: string;
  blocks: MailBlock[];
}

/** Words of one language for each kind. */
export interface MailShop {
  name: string;
  timeZone: string;
  /** The operator's own picture, absolute. */
  logoUrl: string | null;
  contact: string | null;
}

export type MailWriters = { [K in MailKind]: (data: MailData[K], shop: MailShop) => MailContent };
