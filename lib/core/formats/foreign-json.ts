const maxDepth = 32;

/** PostgreSQL cannot store U+0000, and half of a surrogate pair would be stored as another character. */
export const isStorableText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** The same of every text of a parsed JSON value, member names included. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorableJson);
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([name, member]) => isStorableText(name) && isStorableJson(member));
}

/** For a text that is only shown: what cannot be stored is replaced by U+FFFD. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd");

/**
 * Checks a value that `JSON.parse` made of somebody else's answer: every text and every member name can be stored, and it is
 * not nested so deep that walking it would exhaust the stack. @returns null, or the path and the problem
 */
export function foreignJsonProblem(value: unknown, path = "", depth = 0): string | null {
  if (typeof value === "string")
    return isStorableText(value) ? null : `${path || "value"}: must not contain U+0000 or half characters`;
  if (value === null || typeof value !== "object") return null;
  if (depth === maxDepth) return `${path}: must not be nested deeper than ${maxDepth} levels`;
  for (const [key, member] of Object.entries(value)) {
    if (!isStorableText(key)) return `${path || "value"}: must not have a member named with U+0000`;
    const problem = foreignJsonProblem(member, path === "" ? key : `${path}.${key}`, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}
