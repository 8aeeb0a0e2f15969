import { randomInt } from "node:crypto";
import { keyedHash, open, seal } from "../core/crypto";
import type { KeyFormat } from "./schema";

/** Luhn's sum over an alphabet of any size: finds one wrong character and nearly every swap of neighbors. */
function checkCharacter(text: string, alphabet: string): string {
  const size = alphabet.length;
  let sum = 0;
  for (const [index, character] of [...text].reverse().entries()) {
    const value = alphabet.indexOf(character) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / size) + (value % size);
  }
  return alphabet[(size - (sum % size)) % size] ?? "";
}

/** A key of random characters, the last one computed from the others, in groups. */
export function makeLicenseKey({ alphabet, length, group, prefix }: KeyFormat): string {
  let text = "";
  while (text.length < length - 1) text += alphabet[randomInt(alphabet.length)];
  text += checkCharacter(text, alphabet);
  const groups = group === 0 ? [text] : (text.match(new RegExp(`.{1,${group}}`, "g")) ?? []);
  return [...(prefix ? [prefix] : []), ...groups].join("-");
}

/** As people type keys: without its dashes and spaces, whatever the case. */
const normalise = (key: string): string => key.replace(/[\s-]/g, "").toUpperCase();

export const hashLicenseKey = (key: string) => keyedHash("license", normalise(key));

const aad = (id: number) => `licenses:key:${id}:v1`;
export const sealLicenseKey = (id: number, key: string) => seal(key, aad(id));
export const openLicenseKey = (id: number, sealed: Uint8Array) => open(sealed, aad(id));
