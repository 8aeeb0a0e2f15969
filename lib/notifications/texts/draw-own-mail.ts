import type { Locale } from "../../core/locale";
import { log } from "../../core/process/log";
import { isOneOf } from "../../core/shapes/records";
import type { MailData, MailKind } from "../mail-data";
import { type EditableMail, editableMails } from "../mail-kinds";
import { type DrawnMail, drawMail } from "./draw-mail";
import type { MailShop } from "./mail-content";
import { placeholderValues } from "./placeholders";
import type { MailParts } from "./schema";

export const isEditableMail = (kind: string): kind is EditableMail => isOneOf(editableMails, kind);

interface Address {
  locale: Locale;
  shop: MailShop;
}

/** With the operator's own parts. @throws Error on a part that cannot be filled */
export const drawWithParts = (
  kind: EditableMail,
  data: MailData[EditableMail],
  parts: MailParts,
  address: Address,
): DrawnMail =>
  drawMail(kind, data, {
    ...address,
    own: { parts, values: placeholderValues(kind, data as never, address) },
  });

/**
 * The mail in the operator's own words, where there are any. A text that cannot be filled stops no mail: a buyer waits for the
 * keys in it, so the standard text goes out, and the admin shows what is wrong with the own one.
 */
export function drawOwnMail<K extends MailKind>(
  kind: K,
  data: MailData[K],
  own: MailParts | null,
  address: Address,
): DrawnMail {
  if (own && isEditableMail(kind)) {
    try {
      return drawWithParts(kind, data as MailData[EditableMail], own, address);
    } catch (error) {
      const { locale } = address;
      const reason = error instanceof Error ? error.message : "unknown";
      log.error({ kind, locale, reason }, "an own mail text cannot be filled: the standard text goes out");
    }
  }
  return drawMail(kind, data, address);
}
