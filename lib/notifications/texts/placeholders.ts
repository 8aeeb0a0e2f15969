import { type Locale, languageTag } from "../../core/locale";
import type { MailData, MailLine } from "../mail-data";
import { type EditableMail, editableKinds } from "../mail-kinds";
import type { PlaceholderValues } from "./fill-text";
import type { MailShop } from "./mail-content";

const listIn = (locale: Locale) => (lines: readonly MailLine[]) =>
  new Intl.ListFormat(languageTag[locale], { type: "conjunction" }).format(
    lines.map(({ title, skuName }) => (skuName ? `${title} · ${skuName}` : title)),
  );

/** `default` is added for each part by itself. */
export const placeholderValues = <K extends EditableMail>(
  kind: K,
  data: MailData[K],
  { locale, shop }: { locale: Locale; shop: MailShop },
): PlaceholderValues => ({ shop: shop.name, ...editableKinds[kind].values(data, listIn(locale)) });
