/** Names of a record's members, typed. */
export function keysOf<T extends object>(record: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in record) keys.push(key);
  return keys;
}

/** Whether a word is one of a list: what the compiler knows of it from then on. */
export const isOneOf = <T extends string>(list: readonly T[], word: unknown): word is T =>
  list.some((one) => one === word);

const hasAll = <K extends string, V>(
  keys: readonly K[],
  record: { [Key in K]?: V },
): record is Record<K, V> => keys.every((key) => Object.hasOwn(record, key));

/** A record with a member for each name. */
export function recordOf<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  const record: { [Key in K]?: V } = {};
  for (const key of keys) record[key] = make(key);
  if (!hasAll(keys, record)) throw new Error("A record lacks a member");
  return record;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member of what came from outside, of a list too; undefined when there is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
