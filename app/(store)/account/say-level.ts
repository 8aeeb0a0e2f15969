import type { getTranslations } from "next-intl/server";

type AccountTexts = Awaited<ReturnType<typeof getTranslations<"account">>>;

/** Name of a member level with what it takes off every price, if it takes off the same of all. */
export const sayLevel = (
  t: AccountTexts,
  { name, discount_percent: percent }: { name: string; discount_percent: number },
): string =>
  // A Chinese reader reads what is left, in tenths.
  percent > 0 ? t("level", { name, percent, tenths: (100 - percent) / 10 }) : name;
