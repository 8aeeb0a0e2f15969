import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { eventOfAlert } from "@/lib/notifications/outbound/event-kinds";
import { languages } from "@/messages/languages";
import { isLocale, type Locale, languageTag, localeName } from "@/messages/locales";
import { settingTexts } from "@/messages/setting-texts";

/** Where the words of an enumeration stand: of one act's field, or of every field of that name. */
const valueTexts: Readonly<Record<string, string>> = {
  "product.status": "admin.status.product",
  "stock.status": "admin.status.secret",
  "license.status": "admin-sell.licenses.statuses",
  "coupon.kind": "admin-people.coupons.fields.kind",
  "money.kind": "admin-money.requests.kinds",
  "order.method": "admin-sell.order.methods",
  "order.state": "admin-sell.order.disputeStates",
  "staff.reason": "admin.account.reason",
  "site.from": "admin-trade.account.settledFrom",
  "site.verdict": "admin-trade.site.pingVerdicts",
  "post.type": "admin-content.posts.types",
  "page.place": "admin-content.pages.places",
  "banner.position": "admin-content.banners.fields.positions",
  "mail_text.changed": "admin-system.mailTexts.parts",
  "mail_server.security": "admin-system.mailServer.securities",
  "notification_channel.provider": "admin-notify.providers",
  "payment_channel.provider": "admin-money.channels.providerNames",
  "settings.mode": "admin-money.channels.options",
  auto_secret_kind: "admin.status.kind",
  "captcha.provider": "admin-system.settings.fields.provider",
  link_type: "admin-content.banners.fields.linkTypes",
  purchase_type: "admin-sell.product.purchases",
  rate_rounding: "admin-money.channels.fields.rate_rounding",
  role: "admin-system.staff.roles",
  sale_order: "admin-sell.keys.saleOrders",
  settlement_mode: "admin-trade.modeShort",
  stock_display: "admin-sell.product.fields.stock_display",
  ...Object.fromEntries(
    ["status", "direction", "by", "interaction", "fulfillers"].map((field) => [
      field,
      `admin-system.audit.values.${field}`,
    ]),
  ),
};

export interface FieldName {
  /** Text before the label: the code of an option. */
  code?: string;
  label: string;
  /** There is no label: the name itself, as code. */
  isCode?: boolean;
}

const snakeCase = (name: string): string =>
  name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const mailName = (kind: string, locale: Locale): string | null => {
  const names: Record<string, { name: string }> = languages[locale].mailNames;
  return names[kind]?.name ?? null;
};

/** Names the target of an act, with its number: `product:12` is "Product 12". */
export async function sayTarget(target: string): Promise<string> {
  const [t, reader] = await Promise.all([getTranslations("admin-system"), getLocale()]);
  const [noun = "", ...rest] = target.split(":");
  const key = `audit.targets.${noun}` as "audit.targets.product";
  if (!t.has(key)) return target;
  const [kind = "", locale = ""] = rest;
  const mail = noun === "mail_text" ? mailName(kind, reader) : null;
  if (mail && isLocale(locale)) return `${t(key)} · ${mail} · ${localeName(locale)}`;
  return [t(key), ...rest].join(" ");
}

/** The words for the fields and values of one row of the audit log. */
export async function readAuditWords(action: string) {
  const [t, format, locale] = await Promise.all([getTranslations(), getFormatter(), getLocale()]);
  const noun = action.split(".")[0] ?? "";
  const settings = noun === "settings" ? await settingTexts(locale) : {};
  const list = new Intl.ListFormat(languageTag[locale], { type: "conjunction", style: "narrow" });
  const said = (path: string): string | null => {
    const key = path as "admin-system.audit.nothing";
    return t.has(key) ? t(key) : null;
  };

  function labelOf(name: string): string | null {
    const setting = settings[name]?.label;
    if (setting) return setting;
    if (name.startsWith("settings.")) return said(`admin-money.channels.settingNames.${name.slice(9)}`);
    const plain =
      noun === "product"
        ? (said(`admin-sell.product.fields.${name}.label`) ?? said(`catalogue.fields.${name}.label`))
        : null;
    return plain ?? said(`admin-system.audit.fields.${name.replaceAll(".", "_")}`);
  }

  function nameOf(field: string): FieldName {
    const label = labelOf(snakeCase(field));
    if (label !== null) return { label };
    const at = field.lastIndexOf(".");
    const inner = at < 0 ? null : labelOf(snakeCase(field.slice(at + 1)));
    return inner === null ? { label: field, isCode: true } : { code: field.slice(0, at), label: inner };
  }

  function wordOf(field: string, value: string): string | null {
    if (isTime(value)) return format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "short" });
    if (noun === "mail" && field === "kind") return mailName(value, locale);
    if (noun === "alert" && field === "kind") return said(`admin-notify.events.${eventOfAlert(value)}.name`);
    if (field === "permissions") {
      const [area, level] = value.split(":");
      const words = [said(`admin-system.roles.areas.${area}`), said(`admin-system.roles.levels.${level}`)];
      return words.every((word) => word !== null) ? words.join(" · ") : null;
    }
    if (!/^[\w ]+$/.test(value)) return null;
    const own = valueTexts[`${noun}.${field}`];
    const common = valueTexts[field] ?? valueTexts[field.slice(field.lastIndexOf(".") + 1)];
    const word = (own && said(`${own}.${value}`)) ?? (common && said(`${common}.${value}`));
    return word || (field === "changed" ? nameOf(value).label : null);
  }

  function say(name: string, value: unknown): string {
    const field = snakeCase(name);
    if (value === null || value === undefined || value === "") return t("admin-system.audit.nothing");
    if (typeof value === "boolean") return value ? t("admin-system.audit.yes") : t("admin-system.audit.no");
    if (Array.isArray(value)) return list.format(value.map((one) => say(field, one)));
    if (typeof value !== "object") return wordOf(field, String(value)) ?? String(value);
    return list.format(
      Object.entries(value).map(([member, held]) =>
        t("admin-system.audit.pair", { name: nameOf(member).label, value: say(member, held) }),
      ),
    );
  }
  return { nameOf, say };
}
