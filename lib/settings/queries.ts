import { db } from "../db/client";
import type { Tx } from "../db/transaction";
import { captchaScenes } from "./schema";
import type { Settings } from "./types";

export const defaultSettings: Settings = {
  siteName: "Keyshelf",
  currency: "USD",
  locales: ["en", "zh"],
  defaultLocale: "en",
  timeZone: "UTC",
  orderExpireMinutes: 15,
  siteOrderExpireMinutes: 30,
  captcha: {
    provider: "none",
    scenes: {
      login: false,
      register: false,
      send_code: false,
      forgot: false,
      guest_order: false,
      guest_recover: false,
      gift_card: false,
    },
    siteKey: null,
    secretSealed: null,
  },
  features: { registration: true, guestCheckout: true, wallet: true, giftCards: true, coupons: true },
  contact: null,
  notice: null,
  mailFromName: null,
  logo: null,
  legal: { terms: "", privacy: "", refund: "" },
  lowStockAlerts: true,
};

const cacheMs = 2_000;

// On globalThis: Next builds several bundles, and a change must reach all of them at once.
const holder = globalThis as typeof globalThis & {
  keyshelfSettings?: { value: Promise<Settings>; until: number } | undefined;
};

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
      scenes: Object.fromEntries(
        captchaScenes.map((scene) => [scene, captcha.scenes[scene] ?? false]),
      ) as Settings["captcha"]["scenes"],
    },
    features: { ...defaultSettings.features, ...stored.features },
    legal: { ...defaultSettings.legal, ...stored.legal },
  };
}

function refresh(): Promise<Settings> {
  const value = readSettings(db());
  const until = performance.now() + cacheMs;
  value.then(
    () => {
      holder.keyshelfSettings = { value, until };
    },
    () => undefined,
  );
  return value;
}

/**
 * A few seconds old at most. Only the very first call of a process waits: a caller inside a transaction holds a
 * connection, and twelve of them waiting for one more to read the settings would wait for ever.
 */
export function getSettings(): Promise<Settings> {
  const held = holder.keyshelfSettings;
  if (!held) {
    const value = refresh();
    holder.keyshelfSettings = { value, until: performance.now() + cacheMs };
    value.catch(forgetSettings);
    return value;
  }
  if (held.until <= performance.now()) {
    held.until = performance.now() + cacheMs;
    refresh();
  }
  return held.value;
}

/** After a write in this process; the others see it within a few seconds. */
export const refreshSettings = async (): Promise<void> => {
  await refresh();
};

/** For tests. */
export function forgetSettings(): void {
  holder.keyshelfSettings = undefined;
}
