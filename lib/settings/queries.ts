import { AppError } from "../core/errors";
import { setShopCurrency } from "../core/money";
import { recordOf } from "../core/shapes/records";
import { db } from "../db/client";
import type { Tx } from "../db/transaction";
import { captchaScenes } from "./captcha-schema";
import { defaultSettings, settingGroups } from "./defaults";
import type { Settings } from "./types";

const cacheMs = 2_000;
const idleRefreshMs = 5_000;

// On globalThis: Next builds several bundles, and a change must reach all of them at once.
declare global {
  var keyshelfSettings: { value: Promise<Settings>; until: number } | undefined;
  /** A read that began before `forgetSettings` finds another timer here and must not store its answer. */
  var keyshelfSettingsReader: NodeJS.Timeout | undefined;
}
const holder = globalThis;

/** The groups that are stored, each with the defaults of the parts that it lacks. */
const withEveryPart = (stored: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(
    settingGroups.map((group) => [group, { ...defaultSettings[group], ...stored[group] }] as const),
  );

/** One row a top-level member; a member that has no row, or lacks a part that came later, takes its default. */
export async function readSettings(reader: { setting: Tx["setting"] }): Promise<Settings> {
  const rows = await reader.setting.findMany({ where: { key: { in: Object.keys(defaultSettings) } } });
  const stored = Object.fromEntries(rows.map((row) => [row.key, row.value])) as Partial<Settings>;
  const captcha = { ...defaultSettings.captcha, ...stored.captcha };
  return {
    ...defaultSettings,
    ...stored,
    captcha: {
      ...captcha,
      scenes: recordOf(captchaScenes, (scene) => captcha.scenes[scene] ?? false),
    },
    ...withEveryPart(stored),
  };
}

function refresh(): Promise<Settings> {
  // Without a database nothing is thrown past the promise: a timer has nobody who would catch it.
  const value = (async () => readSettings(db()))();
  const until = performance.now() + cacheMs;
  const asked = holder.keyshelfSettingsReader;
  value.then(
    ({ currency }) => {
      setShopCurrency(currency);
      if (holder.keyshelfSettingsReader === asked) holder.keyshelfSettings = { value, until };
    },
    () => undefined,
  );
  return value;
}

/** A process without requests for hours would answer the next one with settings of hours ago. */
function keepReading(): NodeJS.Timeout {
  const timer = setInterval(() => void refresh().catch(() => undefined), idleRefreshMs);
  timer.unref();
  return timer;
}

/**
 * A few seconds old at most. Only the very first call of a process waits: a caller inside a transaction holds a
 * connection, and twelve of them waiting for one more to read the settings would wait for ever.
 */
export function getSettings(): Promise<Settings> {
  const held = holder.keyshelfSettings;
  if (!held) {
    holder.keyshelfSettingsReader ??= keepReading();
    const value = refresh();
    holder.keyshelfSettings = { value, until: performance.now() + cacheMs };
    value.catch(forgetSettings);
    return value;
  }
  if (held.until <= performance.now()) {
    held.until = performance.now() + cacheMs;
    refresh().catch(() => undefined);
  }
  return held.value;
}

/** After a write in this process; the others see it within a few seconds. */
export const refreshSettings = async (): Promise<void> => {
  await refresh();
};

/** For tests. */
export function forgetSettings(): void {
  clearInterval(holder.keyshelfSettingsReader);
  holder.keyshelfSettingsReader = undefined;
  holder.keyshelfSettings = undefined;
}

/** Seconds of `Retry-After`: the operator sets no time. */
export const maintenanceRetrySeconds = 600;

/** For what begins something new. What was begun goes on: paying and reading an order. @throws AppError `maintenance` */
export async function requireOpenShop(): Promise<void> {
  const { maintenance } = await getSettings();
  if (maintenance) throw new AppError("maintenance", "maintenance", { retryAfter: maintenanceRetrySeconds });
}
