import { findRole } from "@/lib/accounts/staff/roles/find-role";
import type { AdminActor } from "@/lib/acts/actor";
import { isAppError } from "@/lib/core/errors";
import { withFormBody } from "@/lib/http/body/form-body";
import { secureMark } from "@/lib/http/caller/cookies";
import { seeAsCookie } from "@/lib/http/caller/see-as";
import { readSessionActor } from "@/lib/http/caller/session";

const leadTo = (path: string, cookie?: string): Response => {
  const headers = new Headers({ location: path, "cache-control": "no-store" });
  if (cookie) headers.set("set-cookie", `${cookie}; Path=/; HttpOnly; SameSite=Strict${secureMark()}`);
  return new Response(null, { status: 303, headers });
};

async function findStaff(request: Request): Promise<AdminActor | null> {
  try {
    const actor = await readSessionActor(request, "admin", { withOneTimePassword: true });
    return actor?.kind === "admin" ? actor : null;
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

const roles = "/admin/staff/roles";

/** Shows an owner the admin as another role sees it, until they end it, log out or close the browser. Without a role it ends. */
export const POST = (request: Request): Promise<Response> =>
  withFormBody(request, async (body) => {
    const actor = await findStaff(request);
    if (!actor) return leadTo("/admin/login");
    const role = new URLSearchParams(body.toString()).get("role") ?? "";
    if (role === "") return leadTo(roles, seeAsCookie(actor, null));
    return (await findRole(role)) ? leadTo("/admin", seeAsCookie(actor, role)) : leadTo(roles);
  });
