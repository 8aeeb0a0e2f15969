import { createHash, createHmac, type KeyObject } from "node:crypto";
import { constantTimeEqual } from "../../../core/crypto";
import { type Parameters, wireBytes } from "../form-fields";
import { isSignedRsaSha256, signRsaSha256 } from "../rsa";
import type { Recipe } from "./declaration";

/** Keys with which a channel signs and checks; RSA has a key for each way. */
export interface Keys {
  secret: string;
  privateKey: KeyObject | null;
  publicKey: KeyObject | null;
}

/** The text that is signed, without the key. */
export function signedText(recipe: Recipe, fields: Parameters): string {
  const left = new Set([recipe.field, ...recipe.without]);
  const names = recipe.over === "sorted" ? [...fields.keys()].sort() : recipe.over;
  const pairs = names
    .filter((name) => !left.has(name))
    .map((name) => [name, fields.get(name) ?? ""] as const)
    .filter(([, value]) => !recipe.skip_empty || value !== "");
  return recipe.join === "values"
    ? pairs.map(([, value]) => value).join("")
    : pairs.map(([name, value]) => `${name}=${value}`).join("&");
}

function hexOf(recipe: Recipe, text: string, { secret }: Keys): string {
  const hash =
    recipe.algorithm === "md5"
      ? createHash("md5").update(wireBytes(text + recipe.before_key + secret))
      : createHmac("sha256", secret).update(wireBytes(text));
  const hex = hash.digest("hex");
  return recipe.uppercase ? hex.toUpperCase() : hex;
}

export function signFields(recipe: Recipe, fields: Parameters, keys: Keys): string {
  const text = signedText(recipe, fields);
  if (recipe.algorithm !== "rsa-sha256") return hexOf(recipe, text, keys);
  if (!keys.privateKey) throw new Error("The keys were checked by the schema");
  return signRsaSha256(text, keys.privateKey);
}

export function isSigned(recipe: Recipe, fields: Parameters, keys: Keys): boolean {
  const given = fields.get(recipe.field) ?? "";
  const text = signedText(recipe, fields);
  if (recipe.algorithm === "rsa-sha256")
    return keys.publicKey !== null && isSignedRsaSha256(wireBytes(text), given, keys.publicKey);
  return given !== "" && constantTimeEqual(given, hexOf(recipe, text, keys));
}

/** The same fields signed in one other way: what an operator most often has wrong. */
const variants: readonly (readonly [string, Partial<Recipe>])[] = [
  ["skip_empty: true", { skip_empty: true }],
  ["skip_empty: false", { skip_empty: false }],
  ["uppercase: true", { uppercase: true }],
  ["uppercase: false", { uppercase: false }],
  ["over: sorted", { over: "sorted" }],
  ["join: pairs", { join: "pairs" }],
  ["join: values", { join: "values" }],
  ["before_key: (nothing)", { before_key: "" }],
  ["before_key: &key=", { before_key: "&key=" }],
  ["before_key: &", { before_key: "&" }],
  ["before_key: &key=, uppercase: true", { before_key: "&key=", uppercase: true }],
  ["without: sign_type", { without: ["sign_type"] }],
  ["algorithm: md5", { algorithm: "md5" }],
  ["algorithm: hmac-sha256", { algorithm: "hmac-sha256" }],
];

/** Which small change of the recipe would make the signature hold; the signature itself is never told. */
export const findVariant = (recipe: Recipe, fields: Parameters, keys: Keys): string | null =>
  variants.find(([, change]) => isSigned({ ...recipe, ...change }, fields, keys))?.[0] ?? null;
