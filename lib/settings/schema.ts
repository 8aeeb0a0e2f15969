import { z } from "zod";
import { seenIn, timeOut } from "../core/wire";
import { captchaConfig, captchaOut, captchaPatch } from "./captcha-schema";
import { type SettingDefinitions, settingDefinitions } from "./definitions";
import { isSetting, type Setting } from "./setting-kinds";

type Group = Record<string, Setting>;

type PatchOf<D> = D extends { input: infer I extends z.ZodType }
  ? z.ZodOptional<I>
  : z.ZodOptional<z.ZodObject<{ [K in keyof D]: PatchOf<D[K]> & z.ZodType }>>;

type OutputOf<D> = D extends { output: infer O extends z.ZodType }
  ? O
  : z.ZodObject<{ [K in keyof D]: OutputOf<D[K]> & z.ZodType }>;

type IsPublic<D> = D extends { isPublic: infer P }
  ? P
  : { [K in keyof D]: IsPublic<D[K]> }[keyof D] extends true
    ? true
    : false;

type Definitions = SettingDefinitions;
type PatchShape = { [K in keyof Definitions]: PatchOf<Definitions[K]> & z.ZodType };
type OutputShape = { [K in keyof Definitions]: OutputOf<Definitions[K]> & z.ZodType };
type PublicShape = {
  [K in keyof Definitions as IsPublic<Definitions[K]> extends true ? K : never]: OutputShape[K];
};

const shapeOf = (part: (entry: Setting | Group) => z.ZodType | null) =>
  Object.fromEntries(
    Object.entries<Setting | Group>(settingDefinitions).flatMap(([name, entry]) => {
      const schema = part(entry);
      return schema ? [[name, schema] as const] : [];
    }),
  );

const objectOf = (group: Group, schemaOf: (setting: Setting) => z.ZodType) =>
  z.object(Object.fromEntries(Object.entries(group).map(([name, setting]) => [name, schemaOf(setting)])));

const patchShape = shapeOf((entry) =>
  isSetting(entry) ? entry.input.optional() : objectOf(entry, ({ input }) => input.optional()).optional(),
) as PatchShape;

const outputOf = (entry: Setting | Group) =>
  isSetting(entry) ? entry.output : objectOf(entry, ({ output }) => output);

const outputShape = shapeOf(outputOf) as OutputShape;

const isPublicEntry = (entry: Setting | Group) =>
  isSetting(entry) ? entry.isPublic : Object.values(entry).every(({ isPublic }) => isPublic);

const publicShape = shapeOf((entry) => (isPublicEntry(entry) ? outputOf(entry) : null)) as PublicShape;

/** PATCH /api/v1/admin/settings: what is absent stays as it is. */
export const settingsPatch = z.object({
  ...patchShape,
  captcha: captchaPatch.optional(),
  seen: seenIn,
});
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** Settings for the admin: everything but the captcha secret. */
export const settingsOut = z.object({ ...outputShape, captcha: captchaOut });
export type SettingsOut = z.infer<typeof settingsOut>;

/** Site configuration without the payment channels, which lib/payments adds. */
export const siteConfig = z.object({
  ...publicShape,
  captcha: captchaConfig,
  server_time: timeOut,
  version: z.string(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
