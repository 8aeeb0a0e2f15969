import { formatMoney } from "../core/money";
import type { Prisma } from "../db/generated/client";

type Row = Readonly<Record<string, unknown>>;
type Shown = string | number | boolean | null | (string | number | boolean | null)[];
/** Value before and after an act. */
export type Change = [before: Shown, after: Shown];

const longest = 160;

/** Bytes and seals are secrets; when a row was written says nothing of what was changed. */
const isLeftOut = (name: string): boolean => /Sealed$|Hash$|^updatedAt$|^createdAt$|^id$/.test(name);

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

function show(name: string, value: unknown): Shown {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return name.endsWith("Cents") ? formatMoney(value) : value.toString();
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return cut(value);
  if (Array.isArray(value) && value.every((one) => ["string", "number", "boolean"].includes(typeof one)))
    return value.map((one) => (typeof one === "string" ? cut(one) : one));
  return cut(JSON.stringify(value));
}

const wireName = (name: string): string =>
  name.replace(/Cents$/, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === "bigint" ? member.toString() : member)) ?? "null";

/**
 * The fields that both rows have and that differ, for the audit log, under their names on the wire. Amounts are written
 * as money and long texts are cut; secrets are left out.
 */
export function changesBetween(before: Row, after: Row, prefix = ""): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const name of Object.keys(after)) {
    if (isLeftOut(name) || !(name in before) || textOf(before[name]) === textOf(after[name])) continue;
    changes[`${prefix}${wireName(name)}`] = [show(name, before[name]), show(name, after[name])];
  }
  return changes;
}

/** The same for two lists of rows. `nameOf` identifies a row: rows that were added, removed or changed are listed. */
export function changesInList<R extends Row>(
  before: readonly R[],
  after: readonly R[],
  nameOf: (row: R) => string,
): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const row of after) {
    const old = before.find((one) => nameOf(one) === nameOf(row));
    if (old) Object.assign(changes, changesBetween(old, row, `${nameOf(row)}.`));
    else changes[nameOf(row)] = [null, "added"];
  }
  for (const row of before)
    if (!after.some((one) => nameOf(one) === nameOf(row))) changes[nameOf(row)] = ["removed", null];
  return changes;
}

/** As it stands in `data` of an audit row. */
export const auditChanges = (changes: Record<string, Change>): Prisma.InputJsonObject => ({
  changes: changes as unknown as Prisma.InputJsonObject,
});
