import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "@/components/ui/badge";

const tones: Record<string, BadgeTone> = {
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
  // deliveries
  pending: "neutral",
  processing: "warn",
  ready: "ok",
  held: "warn",
  failed: "danger",
  revoked: "neutral",
  waiting: "warn",
  timed_out: "danger",
  ended: "neutral",
  // products and stock
  draft: "neutral",
  active: "ok",
  archived: "neutral",
  available: "ok",
  reserved: "warn",
  sold: "neutral",
  void: "neutral",
  in_stock: "ok",
  low_stock: "warn",
  out_of_stock: "danger",
  unlimited: "neutral",
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
  used: "ok",
  released: "neutral",
};

/** One colour for one state, wherever it stands. */
export function StateBadge({
  state,
  tone,
  children,
}: {
  state: string;
  tone?: BadgeTone;
  children: ReactNode;
}) {
  return (
    <Badge tone={tone ?? tones[state] ?? "neutral"} dot className="px-2 py-px text-[0.6875rem]">
      {children}
    </Badge>
  );
}
