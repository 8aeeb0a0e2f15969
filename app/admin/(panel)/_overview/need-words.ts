import { getLocale } from "next-intl/server";
import { languages } from "@/messages/languages";
import { toLocale } from "@/messages/locales";

/** Words of the three sentences that say how the shop stands, in the reader's language. */
export const needWords = async () => languages[toLocale(await getLocale())].operatorEvents.morning;
