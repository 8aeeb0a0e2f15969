import { randomInt } from "node:crypto";
import { randomCode } from "@/lib/core/ids";

/** Formats of the sample's goods, which open nothing anywhere: the formats are believable, the content is random. */
export type KeyFormat = "game" | "licence" | "account" | "card" | "topUp" | "link";

const group = (size: number) => randomCode(size);
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join("");

const formats: Record<KeyFormat, () => string> = {
  game: () => [group(5), group(5), group(5)].join("-"),
  licence: () => ["KS", group(4), group(4), group(4), group(4)].join("-"),
  account: () => `gate${digits(6)}@hedgerow.example  ${group(4)}-${group(4)}-${group(4)}`,
  card: () => `6042 ${digits(4)} ${digits(4)} ${digits(4)}  PIN ${digits(4)}`,
  topUp: () => `${digits(4)}-${digits(4)}-${digits(4)}`,
  link: () => `https://redeem.emberleaf.example/${group(16)}`,
};

export function makeKeys(format: KeyFormat, count: number): string[] {
  const keys = new Set<string>();
  while (keys.size < count) keys.add(formats[format]());
  return [...keys];
}
