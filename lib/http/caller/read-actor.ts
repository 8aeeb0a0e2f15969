import { verifyAccessToken } from "../../accounts/sessions/access-token";
import { findTokenActor, staffTokenPrefix } from "../../accounts/staff/tokens/find-token";
import type {
  Actor,
  AdminActor,
  AnonymousActor,
  ConnectionActor,
  GuestActor,
  SiteActor,
  TestSiteActor,
  UserActor,
} from "../../acts/actor";
import { type Permission, requirePermission } from "../../acts/permissions";
import { AppError } from "../../core/errors";
import { consumeLimit } from "../../db/rate-limit";
import { findGuestOrder } from "../../orders/guests/guest-token";
import { readOrderToken } from "./order-cookie";
import { isSameOrigin, readSessionActor } from "./session";

export interface ActorByAuth {
  none: AnonymousActor;
  optional_user: AnonymousActor | UserActor;
  guest: GuestActor;
  user: UserActor;
  admin: AdminActor;
  site: SiteActor | TestSiteActor;
  connection: ConnectionActor;
}

export type AuthMode = keyof ActorByAuth;

function bearerToken(headers: Headers): string | null {
  const header = headers.get("authorization");
  if (header === null) return null;
  const token = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(header)?.[1];
  if (!token) throw new AppError("unauthorized", "authorization_header");
  return token;
}

async function findUser(request: Request): Promise<UserActor | null> {
  const token = bearerToken(request.headers);
  if (token !== null) return verifyAccessToken(token);
  const actor = await readSessionActor(request, "user");
  return actor?.kind === "user" ? actor : null;
}

/**
 * The program of a member of staff. Any other content of the header may be of a proxy in front of the admin, as `Basic`: then the
 * session counts. No browser sends the header by itself, so the origin of the call says nothing.
 */
async function findProgram(headers: Headers, ip: string): Promise<AdminActor | null> {
  const token = /^Bearer (.{1,4096})$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (!token?.startsWith(staffTokenPrefix)) return null;
  const program = await findTokenActor(token, ip);
  await consumeLimit("staff_token", String(program.token?.id));
  return program;
}

/** Proves who calls. Signed calls are proved in lib/interconnect, from the raw bytes. */
export async function readActor(
  request: Request,
  options: {
    auth: AuthMode;
    permission?: Permission | readonly Permission[];
    withOneTimePassword?: boolean;
    byPermissions?: boolean;
  },
  ip: string,
): Promise<Actor> {
  const { auth, permission, withOneTimePassword = false, byPermissions = permission !== undefined } = options;
  switch (auth) {
    case "none":
      return { kind: "anonymous" };
    case "optional_user":
      return (await findUser(request)) ?? { kind: "anonymous" };
    case "user": {
      const user = await findUser(request);
      if (!user) throw new AppError("unauthorized", "log_in_first");
      return user;
    }
    case "guest": {
      const token =
        bearerToken(request.headers) ?? (isSameOrigin(request) ? readOrderToken(request.headers) : null);
      const order = token === null ? null : await findGuestOrder(token);
      if (order === null) throw new AppError("unauthorized", "guest_token_not_valid");
      return { kind: "guest", orderId: order.id };
    }
    case "admin": {
      const program = await findProgram(request.headers, ip);
      if (program && !byPermissions) throw new AppError("forbidden", "not_by_token");
      const admin = program ?? (await readSessionActor(request, "admin", { withOneTimePassword }));
      if (admin?.kind !== "admin")
        throw new AppError(
          "unauthorized",
          bearerToken(request.headers) ? "no_staff_token" : "log_in_as_staff",
        );
      requirePermission(admin, ...[permission ?? []].flat());
      return admin;
    }
    case "site":
    case "connection":
      throw new Error("A signed call is proved over its body");
  }
}
