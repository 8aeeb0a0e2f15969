import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "@/components/ui/badge";

/** A state without a tone does not compile. */
const tones = {
  // orders
  pending_payment: "neutral",
  unpaid: "neutral",
  paid: "pine",
  delivering: "warn",
  delivered: "ok",
  refunded: "neutral",
  partially_refunded: "warn",
  canceled: "neutral",
  expired: "neutral",
  // deliveries, uploads and imports
  pending: "neutral",
  processing: "warn",
  ready: "ok",
  held: "warn",
  failed: "danger",
  revoked: "neutral",
  waiting: "warn",
  timed_out: "danger",
  ended: "neutral",
  uploading: "warn",
  checking: "warn",
  checked: "warn",
  importing: "warn",
  // products and stock
  draft: "neutral",
  active: "ok",
  archived: "neutral",
  available: "ok",
  reserved: "warn",
  sold: "neutral",
  void: "neutral",
  replaced: "neutral",
  in_stock: "ok",
  low_stock: "warn",
  out_of_stock: "danger",
  unlimited: "neutral",
  // reviews
  shown: "ok",
  hidden: "neutral",
  withdrawn: "neutral",
  deleted: "neutral",
  // money, mails, logs
  closed: "neutral",
  applied: "ok",
  late: "warn",
  overpaid: "danger",
  accepted: "ok",
  duplicate: "neutral",
  refused: "danger",
  queued: "warn",
  sent: "ok",
  outbox: "neutral",
  done: "ok",
  redeemed: "neutral",
  disabled: "danger",
  created: "neutral",
  paying: "warn",
  superseded: "neutral",
  ignored: "neutral",
  ping: "neutral",
  used: "ok",
  // Nobody has asked it for anything yet, or nothing came of it: neither good nor bad.
  untried: "brass",
  released: "neutral",
} as const satisfies Record<string, BadgeTone>;

export type BadgeState = keyof typeof tones;

/** Null: a state that a newer version wrote and this one does not know. */
type StateBadgeProps = { children: ReactNode } & (
  | { state: BadgeState | null; tone?: never }
  | { state?: never; tone: BadgeTone }
);

/** One colour for one state, wherever it stands; a word that means another thing elsewhere comes with its tone. */
export function StateBadge({ state, tone, children }: StateBadgeProps) {
  return (
    <Badge tone={tone ?? (state ? tones[state] : "neutral")} dot small>
      {children}
    </Badge>
  );
}
