import type { Permission } from "../acts/permissions";

/** Things that a sale needs, from the till to the backup. */
export const needKinds = [
  "database",
  "worker",
  "disk",
  "clock",
  "channel",
  "stock",
  "supplier",
  "mail",
  "messenger",
  "backup",
] as const;
export type NeedKind = (typeof needKinds)[number];

export const needStates = ["good", "failing", "untried", "missing"] as const;

/** Permission to read of a need. */
export const needPermissions: Record<NeedKind, Permission> = {
  database: "settings:read",
  worker: "settings:read",
  disk: "settings:read",
  clock: "settings:read",
  channel: "payments:read",
  stock: "stock:read",
  supplier: "interconnect:read",
  mail: "customers:read",
  messenger: "settings:read",
  backup: "settings:read",
};
