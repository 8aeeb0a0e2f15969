import { z } from "zod";
import { locales } from "../../core/locale";
import { emailIn, id, maybe } from "../../core/wire";

export const stockNoticeBody = z.object({
  sku_id: id,
  email: emailIn,
  /** Language of the mail; without it the reader's. */
  locale: maybe(z.enum(locales)),
});
export const stockNoticeAsked = z.object({ asked: z.literal(true) });

export const stockNoticeLinkBody = z.object({
  /** Token behind the # of the link in the mail, and in its List-Unsubscribe header. */
  token: z.string().max(1000),
});
export const stockNoticesConfirmed = z.object({ confirmed: z.literal(true) });
export const stockNoticesEnded = z.object({ ended: z.literal(true) });
