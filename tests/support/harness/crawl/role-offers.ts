import type { Permission } from "@/lib/acts/permissions";
import type { StaffClient } from "../staff-client";
import { type Guarded, nameOf, offersOf } from "./offers";

interface Compared {
  owner: StaffClient;
  clerk: StaffClient;
  permissions: readonly Permission[];
  operations: readonly Guarded[];
}

/** Acts that a page rightly does not offer to everyone who may do them, each with the reason. */
const withheld: Record<string, string> = {
  "/admin POST /api/v1/admin/session/look": "where something happened since one's own last look",
  "/admin DELETE /api/v1/admin/samples": "a step of the first hour, which is the one's who sets the shop up",
  "/admin/tokens DELETE /api/v1/admin/session/tokens/{token_id}": "of one's own tokens",
  "/admin/money-requests POST /api/v1/admin/money-requests/{request_id}/withdraw": "of one's own requests",
};

/** A page that is streamed says in its text that it leads on. */
const isClosed = (html: string): boolean => html.includes("/admin/forbidden;");

/** Compares what a page offers to the owner, who may do everything, and to a role. @returns what the role gets too much or too little */
export async function compareOffers(
  address: string,
  { owner, clerk, permissions, operations }: Compared,
): Promise<string[]> {
  const [whole, own] = await Promise.all([owner.page(address, "en"), clerk.page(address, "en")]);
  // Its page is closed to the role.
  if (!whole || !own || isClosed(own.html)) return [];
  const mayDo = (operation: Guarded) => operation.permissions.every((one) => permissions.includes(one));
  const offered = offersOf(own.html, operations);
  const missing = offersOf(whole.html, operations).filter(
    (one) => mayDo(one) && !offered.includes(one) && !(`${address} ${one.method} ${one.path}` in withheld),
  );
  return [
    ...offered.filter((one) => !mayDo(one)).map((one) => `${address} offers ${nameOf(one)}`),
    ...missing.map((one) => `${address} withholds ${nameOf(one)}`),
  ];
}
