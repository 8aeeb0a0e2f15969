import type { BadgeState } from "@/components/admin/state-badge";

/** State as which the health of a connection is shown. */
export const healthState = { good: "active", failing: "failed", unknown: "draft" } as const satisfies Record<
  string,
  BadgeState
>;
