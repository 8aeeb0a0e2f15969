import { getTranslations } from "next-intl/server";
import { formatMoney } from "@/components/ui/money";
import { Progress } from "@/components/ui/progress";
import type { LevelProgress } from "@/lib/pricing/schema";
import type { Locale } from "@/messages/locales";
import { sayLevel } from "../../say-level";

type NextLevelProps = { progress: LevelProgress; currency: string; locale: Locale };

/** Shows how far a member is on the way to the next level; nothing where none is above. */
export async function NextLevel({ progress: { next, recharged, spent }, currency, locale }: NextLevelProps) {
  const t = await getTranslations("account");
  if (!next) return null;
  const ways = [
    { key: "levelSpend", done: spent, whole: next.spend_threshold, left: next.spend_missing },
    { key: "levelRecharge", done: recharged, whole: next.recharge_threshold, left: next.recharge_missing },
  ] as const;
  const isEither = ways.every(({ left }) => left !== null);
  return (
    <div className="min-w-0 flex-1 basis-60">
      <dt className="text-ink-faint">{t("profile.levelNext")}</dt>
      <dd className="mt-1 flex flex-col gap-2">
        <span className="font-medium">{sayLevel(t, next)}</span>
        {ways.map(({ key, done, whole, left }) => {
          if (left === null) return null;
          const said = t(`profile.${key}`, { left: formatMoney(left, currency, locale) });
          return (
            <span key={key} className="flex flex-col gap-1 text-ink-muted">
              <span aria-hidden>{said}</span>
              <Progress label={said} value={Number(done)} max={Number(whole)} className="max-w-80" />
            </span>
          );
        })}
        {isEither ? <span className="text-ink-faint text-xs">{t("profile.levelEither")}</span> : null}
      </dd>
    </div>
  );
}
