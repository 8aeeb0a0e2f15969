import { AppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { recordOf } from "../core/shapes/records";
import type { AdminActor, StaffRoleName } from "./actor";

/**
 * `money:write` moves money by hand: wallets, deposits, refunds, payments confirmed by a person, gift cards.
 * `profit:read` shows what goods cost and what is earned with them.
 * `exports:read` downloads lists with buyers' addresses, `exports:write` keys and gift card codes in clear.
 */
export const permissionAreas = [
  "catalogue",
  "stock",
  "orders",
  "customers",
  "marketing",
  "content",
  "payments",
  "profit",
  "settings",
  "staff",
  "interconnect",
  "money",
  "exports",
] as const;

export type PermissionArea = (typeof permissionAreas)[number];
export type Permission = `${PermissionArea}:${"read" | "write"}`;

export const accessLevels = ["none", "read", "write"] as const;
export type AccessLevel = (typeof accessLevels)[number];

const read = (...areas: PermissionArea[]): Permission[] => areas.map((area): Permission => `${area}:read`);
const write = (...areas: PermissionArea[]): Permission[] =>
  areas.flatMap((area): Permission[] => [`${area}:read`, `${area}:write`]);

/** Permissions of the four fixed roles. Staff and the audit log are the owner's alone. */
const byRole: Record<StaffRoleName, ReadonlySet<Permission>> = {
  owner: new Set(write(...permissionAreas)),
  manager: new Set(write(...permissionAreas.filter((area) => area !== "staff"))),
  support: new Set([
    ...write("orders", "customers", "money"),
    ...read("catalogue", "stock", "marketing", "payments", "exports"),
  ]),
  viewer: new Set(read("catalogue", "stock", "orders", "marketing", "content", "payments", "interconnect")),
};

type Holder = Pick<AdminActor, "role" | "ownRole"> & { token?: { permissions: readonly string[] } | null };

const roleOpens = ({ role, ownRole }: Holder, permission: Permission): boolean =>
  ownRole ? ownRole.permissions.includes(permission) : byRole[role].has(permission);

/** A token opens what it was made for, and no more than the role of its owner opens at this moment. */
export const hasPermission = (holder: Holder, permission: Permission): boolean =>
  roleOpens(holder, permission) && (holder.token?.permissions.includes(permission) ?? true);

export const permissionsOf = (holder: Holder): Permission[] =>
  write(...permissionAreas).filter((permission) => hasPermission(holder, permission));

/** The areas that an actor may read, or write. */
export const areasOf = (actor: Holder, act: "read" | "write"): PermissionArea[] =>
  permissionAreas.filter((area) => hasPermission(actor, `${area}:${act}`));

/** How far each area is open. */
export const accessOf = (holder: Holder): Record<PermissionArea, AccessLevel> =>
  recordOf(permissionAreas, (area) => {
    if (hasPermission(holder, `${area}:write`)) return "write";
    return hasPermission(holder, `${area}:read`) ? "read" : "none";
  });

/** The permissions of an own role as its row keeps them. */
export const permissionsIn = (access: Partial<Record<PermissionArea, AccessLevel>>): Permission[] =>
  permissionAreas.flatMap((area) =>
    access[area] === "write" ? write(area) : access[area] === "read" ? read(area) : [],
  );

/** @throws AppError `forbidden` */
export function requirePermission(actor: AdminActor, ...needed: readonly Permission[]): void {
  const missing = needed.find((permission) => !hasPermission(actor, permission));
  if (missing === undefined) return;
  if (actor.token && roleOpens(actor, missing))
    throw new AppError("forbidden", refusal("token_lacks", { name: actor.token.name, permission: missing }));
  throw new AppError(
    "forbidden",
    refusal("role", { role: actor.ownRole?.name ?? actor.role, permission: missing }),
  );
}
