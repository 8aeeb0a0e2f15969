import { describe, expect, it } from "vitest";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission, permissionsOf, requirePermission } from "@/lib/acts/permissions";

const as = (role: AdminActor["role"]): AdminActor => ({
  kind: "admin",
  staffId: 1,
  sessionId: "s",
  role,
  email: "staff@example.com",
});

describe("what a role may do", () => {
  it("lets the owner do everything", () => {
    expect(permissionsOf(as("owner"))).toHaveLength(26);
  });

  it("keeps staff from all others, and writing from viewers", () => {
    expect(hasPermission(as("manager"), "staff:read")).toBe(false);
    expect(hasPermission(as("manager"), "payments:write")).toBe(true);
    expect(hasPermission(as("support"), "orders:write")).toBe(true);
    expect(hasPermission(as("support"), "stock:write")).toBe(false);
    expect(permissionsOf(as("viewer")).every((permission) => permission.endsWith(":read"))).toBe(true);
  });

  it("refuses with a sentence that names what is missing", () => {
    expect(() => requirePermission(as("viewer"), "orders:write")).toThrow(/viewer.*orders:write/);
  });
});
