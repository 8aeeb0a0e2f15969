import { z } from "zod";
import { longestCode, readCode } from "../core/codes";
import { locales } from "../core/locale";
import { refusal, rule } from "../core/refusals/refusal";
import { shapedAs } from "../core/shaped-text";
import { describedAs, exactlyOne } from "../core/shapes/described";
import { emailIn, maybe, pageOut, plainText, storefrontPage, timeOut } from "../core/wire";
import { captchaScenes } from "../settings/captcha-schema";

/** Password to compare, not one that is chosen: choosing is checked on the server with a sentence of its own. */
export const passwordIn = describedAs(
  z
    .string()
    .min(1)
    .max(256, rule(refusal("too_long", { max: 128 })))
    .refine((text) => text.length <= 256 && [...text].length <= 128, {
      error: rule(refusal("too_long", { max: 128 })),
    }),
  { is: { type: "string", minLength: 1, maxLength: 128 } },
);
/** The description names the least length; the server checks it with a sentence of its own. */
export const newPasswordOf = (minLength: number) =>
  describedAs(passwordIn, { is: { type: "string", minLength, maxLength: 128 } });
const newPasswordIn = newPasswordOf(8);

/** Six digits, as they were pasted: with a blank or a dash between, full width, or with characters that nobody sees. */
const sixDigits = (said: "six_digits_mail" | "six_digits_app") =>
  describedAs(
    z
      .string()
      .max(longestCode, rule(said))
      .transform((typed) => readCode(typed).replaceAll("-", ""))
      .pipe(z.string().check(...shapedAs(/^\d{6}$/, rule(said)))),
    { is: { type: "string", pattern: "^\\d{6}$" } },
  );
export const emailCodeIn = sixDigits("six_digits_mail");
export const totpCodeIn = sixDigits("six_digits_app");
export const recoveryCodeIn = describedAs(z.string().trim().min(8).max(longestCode), {
  is: { type: "string", pattern: "^[A-Za-z0-9-]{8,40}$" },
});
const tokenIn = z.string().min(1).max(200);

export const captchaIn = z.object({
  captcha_id: maybe(z.string().max(100)),
  captcha_code: maybe(z.string().max(20)),
  turnstile_token: maybe(z.string().max(4096)),
});

export const captchaQuery = z.object({ scene: z.enum(captchaScenes).default("login") });
export const captchaImage = z.object({
  captcha_id: z.string(),
  image_base64: z.string(),
  scene: z.enum(captchaScenes),
  expires_at: timeOut,
});

export const memberLevelBrief = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  discount_percent: z.int(),
});

export const currentUser = z.object({
  id: z.int(),
  email: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  locale: z.string(),
  member_level: memberLevelBrief.nullable(),
  totp_enabled: z.boolean(),
  created_at: timeOut,
});

/** Access of people and sites: whether they may come in. */
export const accessStatuses = ["active", "disabled"] as const;

export const codePurposes = ["register", "reset", "change_email"] as const;
export type CodePurpose = (typeof codePurposes)[number];

export const sendCodeBody = z.object({
  email: emailIn,
  purpose: z.enum(codePurposes),
  captcha: maybe(captchaIn),
});
export const codeSent = z.object({ sent: z.boolean(), resend_after: z.int(), expires_in: z.int() });

export const registerBody = z.object({
  email: emailIn,
  code: emailCodeIn,
  password: newPasswordIn,
  nickname: maybe(plainText(40)),
  captcha: maybe(captchaIn),
});

export const loginBody = z.object({ email: emailIn, password: passwordIn, captcha: maybe(captchaIn) });

const tokenMembers = {
  token: z.string(),
  expires_at: timeOut,
  refresh_token: z.string(),
  refresh_expires_at: timeOut,
};

export const tokens = z.object(tokenMembers);
export const loggedIn = z.object({ ...tokenMembers, user: currentUser });

/** Either the tokens, or with a second factor the challenge. */
export const loginResult = z.object({
  ...z.object({ ...tokenMembers, user: currentUser }).partial().shape,
  requires_totp: z.boolean().optional(),
  challenge_token: z.string().optional(),
  challenge_expires_at: timeOut.optional(),
});

export const loginTotpBody = describedAs(
  z
    .object({ challenge_token: tokenIn, code: maybe(totpCodeIn), recovery_code: maybe(recoveryCodeIn) })
    .refine((body) => (body.code === undefined) !== (body.recovery_code === undefined), {
      error: rule("code_or_recovery_code"),
      path: ["code"],
    }),
  exactlyOne("code", "recovery_code"),
);

export const refreshBody = z.object({ refresh_token: tokenIn });
export const logoutBody = z.object({ refresh_token: maybe(tokenIn) });
export const loggedOut = z.object({ logged_out: z.boolean() });

export const forgotBody = describedAs(
  z
    .object({
      email: emailIn,
      code: maybe(emailCodeIn),
      new_password: maybe(newPasswordIn),
      captcha: maybe(captchaIn),
    })
    .refine((body) => (body.code === undefined) === (body.new_password === undefined), {
      error: rule("code_with_password"),
      path: ["code"],
    }),
  { says: "`code` and `new_password` belong together; without them a code is mailed." },
);
export const forgotResult = z.object({ ...codeSent.partial().shape, reset: z.boolean().optional() });

export const profileBody = z.object({
  nickname: maybe(plainText(40, 1)),
  avatar: z
    .string()
    .trim()
    .max(500)
    .check(...shapedAs(/^(\/[^/\s"'<>\\]|https:\/\/[^\s"'<>\\])[^\s"'<>\\]*$/, rule("avatar_address")))
    .nullable()
    .optional(),
  locale: maybe(z.enum(locales)),
});

export const passwordBody = z.object({ old_password: passwordIn, new_password: newPasswordIn });
export const emailBody = z.object({
  email: emailIn,
  code: emailCodeIn,
  password: passwordIn,
  /** Needs one of the two codes where the second factor is on. */
  totp_code: maybe(totpCodeIn),
  recovery_code: maybe(recoveryCodeIn),
});

export const loginLogQuery = z.object(storefrontPage);
export const loginLog = z.object({
  id: z.int(),
  ip: z.string(),
  user_agent: z.string(),
  result: z.enum(["success", "failed"]),
  reason: z.string().nullable(),
  /** Name of the log-in provider that it came by. */
  via: z.string().nullable(),
  created_at: timeOut,
});
export const loginLogPage = z.object({ login_logs: z.array(loginLog), ...pageOut });

export const session = z.object({
  id: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: timeOut,
  last_seen_at: timeOut,
  expires_at: timeOut,
  is_current: z.boolean(),
});
export const sessionList = z.object({ sessions: z.array(session) });
export const sessionParams = z.object({ id: z.uuid(rule("session_id")) });
export const sessionsEnded = z.object({ ended: z.int() });

export const totpStatus = z.object({
  enabled: z.boolean(),
  enabled_at: timeOut.nullable(),
  recovery_codes_left: z.int(),
});
export const totpSetupBody = z.object({ password: passwordIn });
export const totpSetup = z.object({ secret: z.string(), otpauth_uri: z.string() });
export const totpEnableBody = z.object({ code: totpCodeIn });
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export const totpProofBody = describedAs(
  z
    .object({ password: passwordIn, code: maybe(totpCodeIn), recovery_code: maybe(recoveryCodeIn) })
    .refine((body) => (body.code === undefined) !== (body.recovery_code === undefined), {
      error: rule("code_or_recovery_code"),
      path: ["code"],
    }),
  exactlyOne("code", "recovery_code"),
);
export const totpDisabled = z.object({ enabled: z.boolean() });

export type CaptchaInput = z.output<typeof captchaIn>;
export type CurrentUser = z.input<typeof currentUser>;
export type Tokens = z.input<typeof tokens>;
export type LoggedIn = z.input<typeof loggedIn>;
export type LoginResult = z.input<typeof loginResult>;
