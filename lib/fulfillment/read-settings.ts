import { isRecord } from "../core/shapes/records";
import type { FulfillerField, SettingValue } from "./schema";

/** An option's settings of one fulfiller, as they are stored. */
export function settingsOf(stored: unknown, code: string): Record<string, unknown> {
  const own = isRecord(stored) ? stored[code] : undefined;
  return isRecord(own) ? own : {};
}

/** The same as its form shows them. */
export function shownSettings(
  stored: unknown,
  code: string,
  fields: readonly FulfillerField[],
): Record<string, SettingValue> {
  const own = settingsOf(stored, code) as Record<string, SettingValue>;
  return Object.fromEntries(
    fields.map(({ key, initial }) => [key, own[key] === undefined ? initial : own[key]]),
  );
}
