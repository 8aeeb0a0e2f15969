import { z } from "zod";
import { refusal, rule } from "../../core/refusals/refusal";
import { toldMembersOrNull } from "../../core/refusals/told-shape";
import { shapedAs } from "../../core/shaped-text";
import { translationsIn, translationsOut } from "../../core/translations";
import { emailIn, maybe, pictureAddress, plainText, seenIn, timeOut } from "../../core/wire";
import { emailCodeIn, passwordIn, recoveryCodeIn, totpCodeIn } from "../schema";

const providerMembers = { key: z.string(), name: z.string(), icon: z.string().nullable() };

export const loginProvider = z
  .object({ ...providerMembers, issuer: z.string() })
  .meta({ id: "LoginProvider" });
export type LoginProvider = z.infer<typeof loginProvider>;
export const loginProviderList = z.object({ login_providers: z.array(loginProvider) });

const tokenIn = z.string().min(1).max(200);

export const registerIntroducedBody = z.object({
  introduction_token: tokenIn,
  email: emailIn,
  code: emailCodeIn,
});

export const linkedIdentity = z
  .object({
    id: z.int(),
    provider: loginProvider,
    /** False while the shop has the provider switched off: it opens nothing then. */
    is_open: z.boolean(),
    label: z.string(),
    created_at: timeOut,
    last_used_at: timeOut.nullable(),
  })
  .meta({ id: "LinkedIdentity" });
export type LinkedIdentity = z.infer<typeof linkedIdentity>;
export const linkedIdentityList = z.object({
  has_password: z.boolean(),
  identities: z.array(linkedIdentity),
});
export const identityParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** A log-in since the introduction is proof enough; without one the password is asked, and a code where the second factor is on. */
const proofMembers = {
  password: maybe(passwordIn),
  code: maybe(totpCodeIn),
  recovery_code: maybe(recoveryCodeIn),
};
export const linkIdentityBody = z.object({ introduction_token: tokenIn, ...proofMembers });
export const unlinkIdentityBody = z.object(proofMembers);
export const identityUnlinked = z.object({ removed: z.boolean() });

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max, rule(refusal("too_long", { max })));
const issuerIn = text(500).refine(
  (given) => {
    const url = URL.canParse(given) ? new URL(given) : null;
    return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "";
  },
  { error: rule("issuer_address") },
);

export const createLoginProviderBody = z.object({
  key: z.string().check(...shapedAs(/^[a-z][a-z0-9-]{1,29}$/, rule("provider_key"))),
  name: plainText(60, 1),
  issuer: issuerIn,
  client_id: text(300),
  secret: z
    .string()
    .trim()
    .max(500, rule(refusal("too_long", { max: 500 })))
    .default(""),
  scopes: z
    .string()
    .trim()
    .max(300)
    .check(...shapedAs(/^openid(?: [\x21\x23-\x5b\x5d-\x7e]{1,100})*$/, rule("provider_scopes")))
    .default("openid email profile"),
  icon: pictureAddress.nullable().default(null),
  is_enabled: z.boolean().default(true),
  sort_order: z.int().min(-1_000_000).max(1_000_000).default(0),
  translations: translationsIn({ name: plainText(60) }).default({}),
});
export type CreateLoginProvider = z.output<typeof createLoginProviderBody>;

const { key: _key, ...changing } = createLoginProviderBody.shape;
const bare = <T extends z.ZodType>(schema: z.ZodDefault<T>) => schema.unwrap().optional();
export const updateLoginProviderBody = z.object({
  name: changing.name.optional(),
  issuer: changing.issuer.optional(),
  client_id: changing.client_id.optional(),
  /** Absent: it stays. */
  secret: bare(changing.secret),
  scopes: bare(changing.scopes),
  icon: bare(changing.icon),
  is_enabled: bare(changing.is_enabled),
  sort_order: bare(changing.sort_order),
  translations: bare(changing.translations),
  seen: seenIn,
});
export type UpdateLoginProvider = z.output<typeof updateLoginProviderBody>;

export const adminLoginProvider = z
  .object({
    id: z.int(),
    ...providerMembers,
    issuer: z.string(),
    client_id: z.string(),
    secret_set: z.boolean(),
    scopes: z.string(),
    is_enabled: z.boolean(),
    sort_order: z.int(),
    translations: translationsOut,
    /** Address that the provider has to know: it sends people back to no other. */
    callback_url: z.string(),
    /** Accounts that it opens. */
    accounts: z.int(),
    created_at: timeOut,
  })
  .meta({ id: "AdminLoginProvider" });
export type AdminLoginProvider = z.infer<typeof adminLoginProvider>;
export const adminLoginProviderList = z.object({ login_providers: z.array(adminLoginProvider) });
export const loginProviderDeleted = z.object({ deleted: z.literal(true) });
export const loginProviderTested = z.object({ answers: z.boolean(), ...toldMembersOrNull("problem") });
