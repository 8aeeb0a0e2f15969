import { z } from "zod";
import { longestCode, readCode } from "../../core/codes";
import { shapedAs } from "../../core/shaped-text";
import {
  deepOut,
  emailIn,
  id,
  idListBody,
  idText,
  matchedRows,
  nextPiece,
  plainText,
  seenIn,
  storefrontPage,
  timeIn,
  timeOut,
} from "../../core/wire";
import { accessStatuses, newPasswordOf, passwordIn, totpCodeIn } from "../schema";

const newPasswordIn = newPasswordOf(15);

export const staffRoles = ["owner", "manager", "support", "viewer"] as const;
/** A fixed role, or `own:3` for one that the shop made itself. */
const staffRoleIn = z.union([z.enum(staffRoles), z.string().check(...shapedAs(/^own:[1-9]\d{0,8}$/))]);
const ownRole = z.object({ id: z.int(), name: z.string() });

export const staffSession = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  own_role: ownRole.nullable(),
  permissions: z.array(z.string()),
  totp_enabled: z.boolean(),
  must_change_password: z.boolean(),
  /** The shop demands one, and this member of staff has none yet. */
  must_add_second_factor: z.boolean(),
  recovery_codes_left: z.int(),
  /** Least length of a new password, by the rules in force for this member of staff. */
  min_password_length: z.int(),
  session_expires_at: timeOut,
});

export const staffPasswordBody = z.object({
  old_password: passwordIn,
  new_password: newPasswordIn,
  /** Only of the first owner, who takes a fresh shop over: the own address, in place of the one that the start made up. */
  email: emailIn.optional(),
});
export const staffTotpSetupBody = z.object({ password: passwordIn });
export const staffTotpSetup = z.object({ secret: z.string(), otpauth_uri: z.string() });
export const staffTotpEnableBody = z.object({ code: totpCodeIn });
export const staffTotpDisableBody = z.object({ password: passwordIn, code: totpCodeIn });
export const staffTotpState = z.object({ totp_enabled: z.boolean() });
/** The codes are shown this once. */
export const staffTotpEnabled = z.object({ totp_enabled: z.boolean(), recovery_codes: z.array(z.string()) });

export const staffMember = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  /** Takes the place of `role`. */
  own_role: ownRole.nullable(),
  status: z.enum(accessStatuses),
  totp_enabled: z.boolean(),
  must_change_password: z.boolean(),
  last_login_at: timeOut.nullable(),
  created_at: timeOut,
});
export const staffList = z.object({ staff: z.array(staffMember) });
export const createStaffBody = z.object({ email: emailIn, name: plainText(80, 1), role: staffRoleIn });
/** The password is shown this once; its owner must change it at the first log-in. */
export const staffCreated = z.object({ ...staffMember.shape, one_time_password: z.string() });
export const staffParams = z.object({ id: idText });
export const updateStaffBody = z.object({
  name: plainText(80, 1).optional(),
  role: staffRoleIn.optional(),
  status: z.enum(accessStatuses).optional(),
  /** For somebody who lost the authenticator. */
  reset_totp: z.literal(true).optional(),
  reset_password: z.literal(true).optional(),
  seen: seenIn,
});
export const staffUpdated = z.object({ ...staffMember.shape, one_time_password: z.string().optional() });

export const auditQuery = z.object({
  ...storefrontPage,
  /** A part of who did it, or the beginning of the address that it was done from. */
  search: plainText(120, 1).optional(),
  actor: plainText(120, 1).optional(),
  action: plainText(80, 1).optional(),
  target: plainText(120, 1).optional(),
  from: timeIn.optional(),
  to: timeIn.optional(),
});
export const auditEntry = z.object({
  id: z.int(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  data: z.unknown(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  created_at: timeOut,
});
export const auditPage = z.object({ entries: z.array(auditEntry), ...deepOut });
export const auditCheck = z.object({
  intact: z.boolean(),
  checked: z.int(),
  broken_at: z.int().nullable(),
  reason: z.enum(["entry", "end", "unsigned"]).nullable(),
  signed_from: z.int().nullable(),
});

/** A word by which staff sort customers. */
export const customerTag = plainText(30, 1);
export const customerTags = z.array(customerTag).max(20);

export const userQuery = z.object({
  ...storefrontPage,
  search: plainText(100, 1).optional(),
  status: z.enum(accessStatuses).optional(),
  member_level_id: idText.optional(),
  tag: customerTag.optional(),
  sort: z.enum(["newest", "oldest", "spent", "last_login"]).default("newest"),
});
export const userRow = z.object({
  id: z.int(),
  email: z.string(),
  nickname: z.string(),
  status: z.enum(accessStatuses),
  member_level: z.object({ id: z.int(), name: z.string() }).nullable(),
  is_level_fixed: z.boolean(),
  tags: z.array(z.string()),
  totp_enabled: z.boolean(),
  recharged: z.string(),
  spent: z.string(),
  last_login_at: timeOut.nullable(),
  created_at: timeOut,
});
export const userPage = z.object({ users: z.array(userRow), ...deepOut });
export const userDetail = z.object({
  ...userRow.shape,
  locale: z.string(),
  /** Written and read by staff alone. */
  note: z.string(),
  /** The account that took this one over. */
  merged_into: z.object({ id: z.int(), email: z.string() }).nullable(),
  passkeys: z.int(),
  /** Log-in providers that open the account, and whom it belongs to there. */
  identities: z.array(z.object({ provider: z.string(), label: z.string(), created_at: timeOut })),
  sessions: z.int(),
  /** The newest, from where somebody is logged in now. */
  open_sessions: z.array(
    z.object({ id: z.string(), ip: z.string(), user_agent: z.string(), last_seen_at: timeOut }),
  ),
  orders: z.int(),
  login_logs: z.array(
    z.object({
      id: z.int(),
      ip: z.string(),
      user_agent: z.string(),
      result: z.string(),
      reason: z.string().nullable(),
      via: z.string().nullable(),
      created_at: timeOut,
    }),
  ),
});
export const userParams = z.object({ id: idText });
export const updateUserBody = z.object({
  status: z.enum(accessStatuses).optional(),
  /** A level chosen by hand stays; null gives the user back to automatic promotion. */
  member_level_id: id.nullable().optional(),
  reset_totp: z.literal(true).optional(),
  /** All of them, and the sessions with them. */
  remove_passkeys: z.literal(true).optional(),
  /** Unlinks every log-in provider, and ends the sessions. */
  remove_identities: z.literal(true).optional(),
  /** For somebody whom no mail reaches: the answer holds a new one. */
  reset_password: z.literal(true).optional(),
  end_sessions: z.literal(true).optional(),
  note: plainText(10_000).optional(),
  tags: customerTags.optional(),
  seen: seenIn,
});
/** The password is shown this once. */
export const userUpdated = z.object({ ...userRow.shape, new_password: z.string().optional() });

const changeOfUsers = {
  status: updateUserBody.shape.status,
  member_level_id: updateUserBody.shape.member_level_id,
};
/** Named ones, or what a filter finds. */
export const changeUsersBody = z.union([
  idListBody.extend(changeOfUsers),
  z.object({
    ...matchedRows(userQuery.omit({ page: true, per_page: true, sort: true })),
    ...changeOfUsers,
  }),
]);
export const usersChanged = z.object({ changed: z.int(), skipped: z.int(), next: nextPiece });

export type ChangeUsers = z.output<typeof changeUsersBody>;
export type AuditQuery = z.output<typeof auditQuery>;
export type UserQuery = z.output<typeof userQuery>;
export type UpdateUser = z.output<typeof updateUserBody>;
export type UpdateStaff = z.output<typeof updateStaffBody>;
export type StaffRole = (typeof staffRoles)[number];
export type StaffRoleIn = z.output<typeof staffRoleIn>;

/**
 * The caller's own password, and the code of the app of whoever logs in with one: for what a session alone must not do. A token
 * that was made for such acts gives neither.
 */
export const staffProof = z.object({
  password: z.string().min(1).max(1000).optional(),
  code: z.string().max(longestCode).transform(readCode).optional(),
});
export const sessionProved = z.object({ proved_until: timeOut });
