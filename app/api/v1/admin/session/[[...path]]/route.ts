import {
  loginLogPage,
  loginLogQuery,
  recoveryCodes,
  sessionList,
  sessionParams,
  sessionsEnded,
} from "@/lib/accounts/schema";
import { getStaffSession } from "@/lib/accounts/staff/admin-queries";
import { saveListColumns } from "@/lib/accounts/staff/columns/list-columns";
import { listColumnsBody, listColumnsSaved } from "@/lib/accounts/staff/columns/schema";
import { saveMenuPins } from "@/lib/accounts/staff/menu/menu-pins";
import { menuPinsBody, menuPinsSaved } from "@/lib/accounts/staff/menu/schema";
import { proveSession } from "@/lib/accounts/staff/proof/prove-session";
import { renewStaffRecoveryCodes } from "@/lib/accounts/staff/proof/staff-recovery-codes";
import { disableStaffTotp, enableStaffTotp, setUpStaffTotp } from "@/lib/accounts/staff/proof/staff-totp";
import {
  sessionProved,
  staffPasswordBody,
  staffProof,
  staffSession,
  staffTotpDisableBody,
  staffTotpEnableBody,
  staffTotpEnabled,
  staffTotpSetup,
  staffTotpSetupBody,
  staffTotpState,
} from "@/lib/accounts/staff/schema";
import { changeStaffPassword } from "@/lib/accounts/staff/sessions/change-staff-password";
import { endStaffSession } from "@/lib/accounts/staff/sessions/end-staff-session";
import {
  endOtherStaffSessions,
  endOwnStaffSession,
  listStaffLogins,
  listStaffSessions,
} from "@/lib/accounts/staff/sessions/own-sessions";
import {
  createStaffToken,
  listOwnTokens,
  readOwnToken,
  revokeOwnToken,
} from "@/lib/accounts/staff/tokens/staff-tokens";
import {
  staffToken,
  staffTokenBody,
  staffTokenList,
  staffTokenMade,
  staffTokenParams,
} from "@/lib/accounts/staff/tokens/token-schema";
import { deleteView, listSavedViews, saveView } from "@/lib/accounts/staff/views/saved-views";
import { savedViewBody, savedViewList, savedViewQuery } from "@/lib/accounts/staff/views/schema";
import { emptyObject, idParams, savedId } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";
import { noteLook } from "@/lib/operations/morning/read-morning";
import { looked } from "@/lib/operations/morning/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/session", {
  noteActivity: operation("POST /activity", {
    withOneTimePassword: true,
    response: emptyObject,
    summary: "Somebody is at the keyboard: the session does not count as idle",
    handle: () => Promise.resolve({}),
  }),
  noteLook: operation("POST /look", {
    response: looked,
    summary: "The caller has seen what happened: the summary begins anew",
    handle: ({ actor }) => noteLook(actor),
  }),
  saveMenuPins: operation("POST /menu", {
    body: menuPinsBody,
    response: menuPinsSaved,
    summary: "Choose the pages at the top of the caller's menu; none gives the usual ones back",
    handle: ({ actor, body }) => saveMenuPins(actor, body),
  }),
  saveListColumns: operation("POST /columns", {
    body: listColumnsBody,
    response: listColumnsSaved,
    summary:
      "Remember which columns the caller hides and shows in one list of the admin, and how wide they are",
    handle: ({ actor, body }) => saveListColumns(actor, body),
  }),
  listStaffLogins: operation("GET /login-logs", {
    query: loginLogQuery,
    response: loginLogPage,
    summary: "The own log-ins to the admin, failed ones as well",
    handle: ({ actor, query }) => listStaffLogins(actor, query),
  }),
  changeStaffPassword: operation("PUT /password", {
    withOneTimePassword: true,
    body: staffPasswordBody,
    response: emptyObject,
    summary: "Change one's own staff password; the other sessions end",
    handle: async ({ actor, body, client }) => {
      const { old_password: oldPassword, new_password: newPassword, email } = body;
      await changeStaffPassword(actor, { oldPassword, newPassword, email }, client);
      return {};
    },
  }),
  proveSession: operation("POST /proof", {
    body: staffProof,
    response: sessionProved,
    summary: "Prove again who works in this session: acts that ask for it are open to it for ten minutes",
    handle: ({ actor, body, client }) => proveSession(actor, body, client),
  }),
  getStaffSession: operation("GET /", {
    withOneTimePassword: true,
    response: staffSession,
    summary: "Who is logged in to the admin, and what they may do",
    handle: ({ actor }) => getStaffSession(actor),
  }),
  endStaffSession: operation("DELETE /", {
    withOneTimePassword: true,
    response: emptyObject,
    summary: "Log out of the admin",
    handle: async ({ actor }) => {
      await endStaffSession(actor.sessionId);
      return {};
    },
  }),
  endOwnStaffSession: operation("DELETE /sessions/[id]", {
    params: sessionParams,
    response: sessionsEnded,
    summary: "End one of the own sessions in the admin",
    handle: ({ actor, params, client }) => endOwnStaffSession(actor, params.id, client),
  }),
  listStaffSessions: operation("GET /sessions", {
    response: sessionList,
    summary: "Where one is logged in to the admin",
    handle: ({ actor }) => listStaffSessions(actor),
  }),
  endOtherStaffSessions: operation("DELETE /sessions", {
    response: sessionsEnded,
    summary: "Log oneself out of the admin everywhere else",
    handle: ({ actor, client }) => endOtherStaffSessions(actor, client),
  }),
  readOwnToken: operation("GET /token", {
    byPermissions: true,
    response: staffToken,
    summary: "The token that the call shows: what it opens, until when",
    handle: ({ actor }) => readOwnToken(actor),
  }),
  revokeStaffToken: operation("DELETE /tokens/[token_id]", {
    params: staffTokenParams,
    response: savedId,
    summary: "Revoke one of the own tokens: its next call is refused",
    handle: ({ actor, params, client }) => revokeOwnToken(actor, params.token_id, client),
  }),
  listStaffTokens: operation("GET /tokens", {
    response: staffTokenList,
    summary: "The own tokens for programs, with their last use; those that live first",
    handle: ({ actor }) => listOwnTokens(actor),
  }),
  createStaffToken: operation("POST /tokens", {
    proved: "staff.token",
    body: staffTokenBody,
    response: staffTokenMade,
    summary: "A token for a program: opens the admin API as far as the own role does; shown this once",
    handle: ({ actor, body, client }) => createStaffToken(actor, body, client),
  }),
  disableStaffTotp: operation("POST /totp/disable", {
    withOneTimePassword: true,
    body: staffTotpDisableBody,
    response: staffTotpState,
    summary: "Switch the own second factor off",
    handle: ({ actor, body, client }) => disableStaffTotp(actor, body, client),
  }),
  enableStaffTotp: operation("POST /totp/enable", {
    withOneTimePassword: true,
    body: staffTotpEnableBody,
    response: staffTotpEnabled,
    summary: "Switch the own second factor on",
    handle: ({ actor, body, client }) => enableStaffTotp(actor, body.code, client),
  }),
  renewStaffRecoveryCodes: operation("POST /totp/recovery-codes", {
    body: staffTotpDisableBody,
    response: recoveryCodes,
    summary: "New recovery codes for oneself in place of the former ones; shown this once",
    handle: ({ actor, body, client }) => renewStaffRecoveryCodes(actor, body, client),
  }),
  setUpStaffTotp: operation("POST /totp/setup", {
    withOneTimePassword: true,
    body: staffTotpSetupBody,
    response: staffTotpSetup,
    summary: "A new secret for the own authenticator app",
    handle: ({ actor, body }) => setUpStaffTotp(actor, body.password),
  }),
  deleteView: operation("DELETE /views/[id]", {
    params: idParams,
    response: savedId,
    summary: "Delete a saved view: an own one, or with `staff:write` one that a colleague shared",
    handle: ({ actor, params }) => deleteView(actor, params.id),
  }),
  listSavedViews: operation("GET /views", {
    query: savedViewQuery,
    response: savedViewList,
    summary: "The saved views of one list of the admin: the own ones, then those that colleagues share",
    handle: async ({ actor, query }) => ({ views: await listSavedViews(actor, query.path) }),
  }),
  saveView: operation("POST /views", {
    body: savedViewBody,
    response: savedId,
    summary: "Save a list's filters under a name; the same name again replaces it",
    handle: ({ actor, body }) => saveView(actor, body),
  }),
});
