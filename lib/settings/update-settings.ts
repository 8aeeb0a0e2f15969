import type { AdminActor, ClientInfo } from "../acts/actor";
import { auditChanges, type Change, changesBetween } from "../acts/audit-changes";
import { requirePermission } from "../acts/permissions";
import { recordAudit } from "../acts/record-audit";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { sanitiseHtml } from "../core/formats/rich-text";
import type { Said } from "../core/refusals/refusal";
import { requireUnchanged } from "../core/refusals/require-unchanged";
import { isRecord, keysOf, memberOf } from "../core/shapes/records";
import { mapTexts, mergeTranslations, readTranslations } from "../core/translations";
import { camelCase } from "../core/wire-names";
import { inTransaction, type Tx } from "../db/transaction";
import { settingDefinitions } from "./definitions";
import { readSettings, refreshSettings } from "./queries";
import type { SettingsOut, SettingsPatch } from "./schema";
import { sealCaptchaSecret } from "./sealed-secrets";
import { isSetting, type Setting } from "./setting-kinds";
import { isTimeZoneKnown, lockSettings } from "./sql";
import { termsTexts, termsVersionOf } from "./terms-version";
import type { Settings } from "./types";
import { toSettings } from "./view";
import { writeSettings } from "./write-settings";

const malformed = (field: string, said: Said) => new AppError("malformed", said, { field });

/** Undefined members stay as they are. */
const merged = <T extends object>(before: T, patch: { [K in keyof T]?: T[K] | undefined }): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
});

type Values = Record<string, unknown>;

const legalPages = Object.keys(settingDefinitions.legal);

/** Stored form of one setting of the patch. */
function stored(setting: Setting, value: unknown, before?: unknown): unknown {
  if (setting.drawn === "translations" && value !== undefined)
    return mergeTranslations(
      before,
      legalPages.reduce((texts, page) => mapTexts(texts, page, sanitiseHtml), readTranslations(value)),
    );
  return setting.drawn === "html" && typeof value === "string" ? sanitiseHtml(value) : value;
}

/** The members of `group` that the patch names, by their names in code. */
const namedParts = (group: Record<string, Setting>, patch: Values): Values =>
  Object.fromEntries(
    Object.entries(group).map(([part, setting]) => [camelCase(part), stored(setting, patch[part])]),
  );

function applyDefined(before: Settings, input: SettingsPatch): Values {
  const entries = Object.entries<Setting | Record<string, Setting>>(settingDefinitions).map(
    ([name, entry]) => {
      const patch = memberOf(input, name);
      const key = camelCase(name);
      const value = memberOf(before, key);
      if (isSetting(entry)) return [key, stored(entry, patch, value)] as const;
      const isGroup = isRecord(patch) && isRecord(value);
      return [key, isGroup ? merged(value, namedParts(entry, patch)) : undefined] as const;
    },
  );
  return Object.fromEntries(entries);
}

function apply(before: Settings, input: SettingsPatch): Settings {
  const { captcha } = input;
  return merged(before, {
    ...(applyDefined(before, input) as Partial<Settings>),
    captcha:
      captcha &&
      merged(before.captcha, {
        provider: captcha.provider,
        scenes: captcha.scenes && merged(before.captcha.scenes, captcha.scenes),
        siteKey: captcha.site_key,
        secretSealed: captcha.secret ? sealCaptchaSecret(captcha.secret) : captcha.secret,
      }),
  });
}

/** Amounts in the books have no currency of their own to convert from: it can change only while there are none. */
async function checkCurrency(tx: Tx): Promise<void> {
  const used =
    (await tx.order.findFirst({ select: { id: true } })) ??
    (await tx.ledgerAccount.findFirst({ select: { id: true } }));
  if (used)
    throw new AppError("state_conflict", "has_history", {
      field: "currency",
    });
}

/** Reports are counted by the database, which has a list of its own. */
async function checkTimeZone(tx: Tx, name: string): Promise<void> {
  if (!(await isTimeZoneKnown(tx, name))) throw malformed("time_zone", "unknown_to_database");
}

function check(after: Settings): void {
  if (!after.locales.includes(after.defaultLocale)) throw malformed("default_locale", "not_a_language");
  if (after.captcha.provider !== "turnstile") return;
  if (!after.captcha.siteKey) throw malformed("captcha.site_key", "required_for_turnstile");
  if (!after.captcha.secretSealed) throw malformed("captcha.secret", "required_for_turnstile");
}

/** Groups by their parts; of a secret only that it is another one. */
function settingChanges(before: Settings, after: Settings): Record<string, Change> {
  const flat = (settings: Settings) =>
    Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) =>
        value !== null && typeof value === "object" && !Array.isArray(value)
          ? Object.entries(value).map(([part, member]) => [`${name}.${part}`, member] as const)
          : [[name, value] as const],
      ),
    );
  const isNewSecret = before.captcha.secretSealed !== after.captcha.secretSealed;
  return {
    ...changesBetween(flat(before), flat(after)),
    ...(isNewSecret ? { "captcha.secret": ["•••", "•••"] satisfies Change } : {}),
  };
}

/** Orders that were placed under them name them, and a dispute asks for the text. */
async function keepReplacedTerms(tx: Tx, before: Settings, after: Settings): Promise<void> {
  const version = termsVersionOf(before);
  if (version === null || version === termsVersionOf(after)) return;
  const kept = { texts: termsTexts(before), replacedAt: now() };
  await tx.termsVersion.upsert({ where: { version }, create: { version, ...kept }, update: kept });
}

/** A receipt that is issued later names the rates of its sale. */
async function keepReplacedTaxRates(tx: Tx, before: Settings, after: Settings): Promise<void> {
  if (before.taxRates === after.taxRates) return;
  await tx.taxRateVersion.create({ data: { rates: before.taxRates ?? "", replacedAt: now() } });
}

/** @throws AppError `malformed`, `state_conflict` */
export async function updateSettings(
  actor: AdminActor,
  client: ClientInfo,
  input: SettingsPatch,
): Promise<SettingsOut> {
  const after = await inTransaction(async (tx) => {
    // Two operators saving at once queue here: each merges into what the other stored.
    await lockSettings(tx);
    const before = await readSettings(tx);
    requireUnchanged(toSettings(before), input.seen);
    const next = apply(before, input);
    check(next);
    if (next.staffSecondFactor !== before.staffSecondFactor) requirePermission(actor, "staff:write");
    if (next.currency !== before.currency) await checkCurrency(tx);
    if (next.timeZone !== before.timeZone) await checkTimeZone(tx, next.timeZone);
    const changed = keysOf(next).filter((key) => JSON.stringify(next[key]) !== JSON.stringify(before[key]));
    await keepReplacedTerms(tx, before, next);
    await keepReplacedTaxRates(tx, before, next);
    await writeSettings(tx, Object.fromEntries(changed.map((key) => [key, next[key]])));
    await recordAudit(tx, actor, client, {
      action: "settings.update",
      target: "settings",
      data: auditChanges(settingChanges(before, next)),
    });
    return next;
  });
  await refreshSettings();
  return toSettings(after);
}
