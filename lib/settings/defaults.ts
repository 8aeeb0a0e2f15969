import { recordOf } from "../core/shapes/records";
import { camelCase } from "../core/wire-names";
import { captchaScenes } from "./captcha-schema";
import { type SettingDefinitions, settingEntries } from "./definitions";
import { isSetting } from "./setting-kinds";
import type { Settings } from "./types";

type Groups = {
  [K in keyof SettingDefinitions]: SettingDefinitions[K] extends { input: unknown } ? never : K;
}[keyof SettingDefinitions];

/** The members that have members of their own. None has two words in its name. */
export const settingGroups = settingEntries.flatMap(([name, entry]) =>
  isSetting(entry) ? [] : [name],
) as Groups[];

const defined = Object.fromEntries(
  settingEntries.map(([name, entry]) => [
    camelCase(name),
    isSetting(entry)
      ? entry.default
      : Object.fromEntries(
          Object.entries(entry).map(([part, setting]) => [camelCase(part), setting.default]),
        ),
  ]),
) as Omit<Settings, "captcha" | "mailServer">;

export const defaultSettings: Settings = {
  ...defined,
  captcha: {
    provider: "none",
    scenes: recordOf<(typeof captchaScenes)[number], boolean>(captchaScenes, () => false),
    siteKey: null,
    secretSealed: null,
  },
  mailServer: null,
};
