import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import { maybe, plainText, timeOut } from "../../core/wire";
import { passwordIn, recoveryCodeIn, totpCodeIn } from "../schema";

const base64urlIn = (max: number) =>
  z
    .string()
    .max(max)
    .check(...shapedAs(/^[A-Za-z0-9_-]+$/, rule("base64url")));

const credentialMembers = {
  id: base64urlIn(1400),
  rawId: base64urlIn(1400),
  type: z.literal("public-key"),
};
const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
/** Browsers may name others one day, which say nothing to us. */
const transportsIn = z
  .array(z.string().max(32))
  .max(10)
  .transform((named) => transports.filter((known) => named.includes(known)));

/** Answer of a browser that made a passkey, as `toJSON` writes it. */
const addedCredential = z
  .object({
    ...credentialMembers,
    response: z.object({
      clientDataJSON: base64urlIn(4096),
      attestationObject: base64urlIn(16_384),
      transports: maybe(transportsIn),
    }),
  })
  .meta({ id: "AddedPasskeyCredential" });

/** Answer of a browser that used a passkey. */
const usedCredential = z
  .object({
    ...credentialMembers,
    response: z.object({
      clientDataJSON: base64urlIn(4096),
      authenticatorData: base64urlIn(4096),
      signature: base64urlIn(4096),
      userHandle: base64urlIn(100),
    }),
  })
  .meta({ id: "UsedPasskeyCredential" });

export const passkeyProofBody = z.object({
  password: passwordIn,
  /** Needs one of the two codes where the second factor is on. */
  code: maybe(totpCodeIn),
  recovery_code: maybe(recoveryCodeIn),
});
const nameIn = plainText(60, 1);
export const addPasskeyBody = z.object({ name: nameIn, credential: addedCredential });
export const renamePasskeyBody = z.object({ name: nameIn });
export const passkeyParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
export const passkeyLoginBody = z.object({ credential: usedCredential });

export const passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    host: z.string(),
    is_synced: z.boolean(),
    created_at: timeOut,
    last_used_at: timeOut.nullable(),
  })
  .meta({ id: "Passkey" });
export const passkeyList = z.object({ passkeys: z.array(passkey) });
export const passkeyRemoved = z.object({ removed: z.boolean() });

/** Question to the browser, as WebAuthn writes it in JSON. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int().optional(),
  attestation: z.string().optional(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.string() })).optional(),
  authenticatorSelection: z
    .object({ residentKey: z.string(), userVerification: z.string(), requireResidentKey: z.boolean() })
    .partial()
    .optional(),
});
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  userVerification: z.string().optional(),
});

export type AddedCredential = z.output<typeof addedCredential>;
export type UsedCredential = z.output<typeof usedCredential>;
export type Passkey = z.input<typeof passkey>;
