import { callWindow } from "../../core/signed-call-window";
import type { AuthMode } from "../caller/read-actor";
import { sessionCookieName } from "../caller/session";
import type { RouteHandler } from "../make-route";

type Guarded = Pick<RouteHandler["options"], "auth" | "permission" | "byPermissions">;

const signed = { siteKey: [], siteTimestamp: [], siteNonce: [], siteSignature: [] };

const byAuth: Record<AuthMode, Record<string, string[]>[]> = {
  none: [],
  optional_user: [{ user: [] }, {}],
  guest: [{ guest: [] }],
  user: [{ user: [] }],
  admin: [{ staff: [] }],
  site: [signed],
  connection: [signed],
};
/** A token of staff opens what names permissions, or follows those of its caller. */
export const securityOf = ({ auth, permission, byPermissions }: Guarded): Record<string, string[]>[] =>
  auth === "admin" && (permission || byPermissions) ? [...byAuth.admin, { staffToken: [] }] : byAuth[auth];

/** A callback carries the same headers as a call of an agent. */
export const signedSecurity = [signed];

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

export const securitySchemes = () => ({
  user: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "`token` of a log-in: good for 15 minutes, then renewed by `POST /api/v1/auth/refresh`",
  },
  guest: { type: "http", scheme: "bearer", description: "`guest_token` of one order" },
  staff: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookieName("admin"),
    description: "Session of the admin pages, same origin only; each shop has a name of its own for it",
  },
  staffToken: {
    type: "http",
    scheme: "bearer",
    description: "API token of a member of staff (`kst_…`): opens what it was made for, from any origin",
  },
  siteKey: header("X-Site-Key", "Key given at pairing"),
  siteTimestamp: header(
    "X-Site-Timestamp",
    `Unix seconds, at most ${callWindow.maxSkewSeconds} from our clock`,
  ),
  siteNonce: header("X-Site-Nonce", "UUID v4, never repeated"),
  siteSignature: header(
    "X-Site-Signature",
    "Lower-case hex HMAC-SHA256 of key + timestamp + nonce + SHA-256 hex of the body",
  ),
});
