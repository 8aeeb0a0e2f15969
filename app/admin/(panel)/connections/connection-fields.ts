import type { getTranslations } from "next-intl/server";
import { fieldsOf } from "@/components/admin/form/fields-of";
import type { BadgeState } from "@/components/admin/state-badge";
import { type ConnectionView, createConnectionBody } from "@/lib/interconnect/agent/admin/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-trade.connections">>>;

export const connectionFields = (connection: ConnectionView | null, t: Texts) =>
  fieldsOf(createConnectionBody, connection && { ...connection, key: undefined, secret: undefined }, t, {
    name: {},
    base_url: { kind: "url", placeholder: "https://shop.example.com" },
    ...(connection ? {} : { key: {} }),
    secret: {
      kind: "password",
      ...(connection
        ? { required: false, placeholder: t("fields.secretKeep"), empty: "omit" as const }
        : { empty: "text" as const }),
    },
    // Where nobody has set one yet, the page asks for it by itself.
    ...(connection?.needs_rate ? {} : { rate: {} }),
    markup_bps: { unit: "%", scale: 100, step: 0.01 },
    fixed: {},
    round_to: {},
    sync_minutes: { unit: t("fields.minutes") },
    shares_buyer_email: {},
  });

/** State as which the health of a connection is shown. */
export const healthState = {
  good: "active",
  failing: "failed",
  unknown: "untried",
} as const satisfies Record<string, BadgeState>;
