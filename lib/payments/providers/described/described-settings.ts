import { z } from "zod";
import { refusal, rule } from "../../../core/refusals/refusal";
import type { SettingField } from "../../provider";
import { readRsaKey, rsaKeyText } from "../rsa";
import { currencyCode, gatewayFields, gatewayUrl, notBlank } from "../setting-pieces";
import { type Declaration, declarationSchema } from "./declaration";
import type { Keys } from "./recipe";

const optionalKey = (kind: "public" | "private") => z.union([z.literal(""), rsaKeyText(kind)]).default("");

/** Settings of every described channel, whichever gateway it describes. */
export const describedSettings = z.object({
  gateway_url: gatewayUrl,
  merchant: z.string().trim().max(200).default(""),
  key: z.string().trim().max(8_000).default(""),
  merchant_private_key: optionalKey("private"),
  platform_public_key: optionalKey("public"),
  type: z.string().trim().max(60).default(""),
  currency: currencyCode("CNY"),
  confirm_by_query: z.boolean().default(true),
});
export type DescribedSettings = z.output<typeof describedSettings>;

/** A secret that the recipes sign with has to be there (C34). */
export function missingKey(
  declaration: Declaration,
  settings: DescribedSettings,
): keyof DescribedSettings | null {
  const incoming = declaration.notification.signature ?? declaration.signature;
  if (declaration.signature.algorithm === "rsa-sha256" && !settings.merchant_private_key)
    return "merchant_private_key";
  if (incoming.algorithm === "rsa-sha256" && !settings.platform_public_key) return "platform_public_key";
  const hasSecret = [declaration.signature, incoming].some(({ algorithm }) => algorithm !== "rsa-sha256");
  if (hasSecret && !settings.key) return "key";
  return declaration.notification.merchant && !settings.merchant ? "merchant" : null;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A declaration as an operator writes it: JSON. */
export function readDeclaration(text: string): Declaration | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "not JSON";
  }
  const parsed = declarationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return isObject(issue) ? `${issue.path.join(".")}: ${issue.message}` : "not a declaration";
}

const declarationText = notBlank.superRefine((text, context) => {
  const read = readDeclaration(text);
  if (typeof read === "string")
    context.addIssue({
      code: "custom",
      message: rule(refusal("not_a_declaration", { why: read.slice(0, 200) })),
    });
});

export const ownDescribedSettings = describedSettings.extend({ declaration: declarationText });

export interface DescribedAccount {
  declaration: Declaration;
  settings: DescribedSettings;
  keys: Keys;
}

export function describedAccount(declaration: Declaration, settings: DescribedSettings): DescribedAccount {
  const { key, merchant_private_key, platform_public_key } = settings;
  return {
    declaration,
    settings,
    keys: {
      secret: key,
      privateKey: merchant_private_key ? readRsaKey(merchant_private_key, "private") : null,
      publicKey: platform_public_key ? readRsaKey(platform_public_key, "public") : null,
    },
  };
}

/** Beside those that every gateway has. */
export const describedFields = {
  ...gatewayFields,
  merchant: { key: "merchant", label: "Merchant or application id", kind: "text", required: false },
  key: { key: "key", label: "Merchant key", kind: "secret", required: true },
  type: { key: "type", label: "Payment type", kind: "text", required: false },
} as const satisfies Record<string, SettingField>;
