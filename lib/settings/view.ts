import { version } from "../config/version";
import { now } from "../core/clock";
import { memberOf } from "../core/shapes/records";
import { toTime } from "../core/wire";
import { camelCase } from "../core/wire-names";
import { settingDefinitions } from "./definitions";
import { type SettingsOut, type SiteConfig, siteConfig } from "./schema";
import { isSetting, type Setting } from "./setting-kinds";
import type { Settings } from "./types";

type Values = Record<string, unknown>;

/** The defined settings by their names on the wire. */
const toWire = (settings: Settings): Values =>
  Object.fromEntries(
    Object.entries<Setting | Record<string, Setting>>(settingDefinitions).map(([name, entry]) => {
      const value = memberOf(settings, camelCase(name));
      if (isSetting(entry)) return [name, value];
      const parts = Object.keys(entry).map((part) => [part, memberOf(value, camelCase(part))]);
      return [name, Object.fromEntries(parts)];
    }),
  );

/** For everybody. */
export const toSiteConfig = (settings: Settings): SiteConfig => ({
  ...(Object.fromEntries(
    Object.entries(toWire(settings)).filter(([name]) => name in siteConfig.shape),
  ) as Omit<SiteConfig, "captcha" | "server_time" | "version">),
  captcha: {
    provider: settings.captcha.provider,
    scenes: settings.captcha.scenes,
    site_key: settings.captcha.provider === "turnstile" ? settings.captcha.siteKey : null,
  },
  server_time: toTime(now()),
  version,
});

/** For the admin: everything but the captcha secret. */
export const toSettings = (settings: Settings): SettingsOut => ({
  ...(toWire(settings) as Omit<SettingsOut, "captcha">),
  captcha: {
    provider: settings.captcha.provider,
    scenes: settings.captcha.scenes,
    site_key: settings.captcha.siteKey,
    has_secret: settings.captcha.secretSealed !== null,
  },
});
