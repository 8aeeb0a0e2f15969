import { AppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import type { AdminActor, StaffRoleName } from "./actor";

export const permissionAreas = [
  "catalogue",
  "stock",
  "orders",
  "customers",
  "marketing",
  "content",
  "payments",
  "settings",
  "staff",
  "interconnect",
] as const;

export type PermissionArea = (typeof permissionAreas)[number];
export type Permission = `${PermissionArea}:${"read" | "write"}`;

const read = (...areas: PermissionArea[]): Permission[] => areas.map((area): Permission => `${area}:read`);
const write = (...areas: PermissionArea[]): Permission[] =>
  areas.flatMap((area): Permission[] => [`${area}:read`, `${area}:write`]);

/** What a role may do. Staff and the audit log are the owner's alone. */
const byRole: Record<StaffRoleName, ReadonlySet<Permission>> = {
  owner: new Set(write(...permissionAreas)),
  manager: new Set(write(...permissionAreas.filter((area) => area !== "staff"))),
  support: new Set([...write("orders", "customers"), ...read("catalogue", "stock", "marketing", "payments")]),
  viewer: new Set(read("catalogue", "stock", "orders", "marketing", "content", "payments", "interconnect")),
};

export const permissionsOf = (role: StaffRoleName): Permission[] => [...byRole[role]];

export const hasPermission = (actor: AdminActor, permission: Permission): boolean =>
  byRole[actor.role].has(permission);

/** The areas that an actor may read, or write. */
export const areasOf = (actor: AdminActor, act: "read" | "write"): PermissionArea[] =>
  permissionAreas.filter((area) => hasPermission(actor, `${area}:${act}`));

/** @throws AppError `forbidden` */
export function requirePermission(actor: AdminActor, permission: Permission): void {
  if (hasPermission(actor, permission)) return;
  throw new AppError("forbidden", refusal("role", { role: actor.role, permission }));
}
