import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { DateTime } from "@/components/ui/date-time";
import { getCurrentUser, getTotpStatus } from "@/lib/accounts/queries";
import { offeredLocales } from "@/lib/core/locale";
import { requirePageUser } from "@/lib/http/caller/session";
import { getLevelProgress } from "@/lib/pricing/levels/level-progress";
import { toLocale } from "@/messages/locales";
import { getCaptcha, getShopMail, getShopSettings } from "../../shop";
import { EmailForm } from "./_components/email-form";
import { NextLevel } from "./_components/next-level";
import { ProfileForm } from "./_components/profile-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.profile");
  return { title: t("title") };
}

export default async function ProfilePage() {
  const actor = await requirePageUser("/account/profile");
  const locale = toLocale(await getLocale());
  const [t, user, captcha, mail, totp, { locales, currency }, progress] = await Promise.all([
    getTranslations("account.profile"),
    getCurrentUser(actor, locale),
    getCaptcha("send_code"),
    getShopMail(),
    getTotpStatus(actor),
    getShopSettings(),
    getLevelProgress(actor, locale),
  ]);
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <h1 className="text-2xl">{t("title")}</h1>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-sm">
        {user.member_level ? (
          <div>
            <dt className="text-ink-faint">{t("member")}</dt>
            <dd className="mt-1">
              <Badge tone="brass">{user.member_level.name}</Badge>
            </dd>
          </div>
        ) : null}
        <div>
          <dt className="text-ink-faint">{t("since")}</dt>
          <dd className="mt-1 font-medium">
            <DateTime value={user.created_at} style="date" />
          </dd>
        </div>
        <NextLevel progress={progress} currency={currency} locale={locale} />
      </dl>
      <Card>
        <CardBody>
          <ProfileForm user={user} languages={offeredLocales([...locales, user.locale])} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t("emailTitle")} description={t("emailText", { email: user.email })} />
        <CardBody>
          <EmailForm captcha={captcha} mail={mail} asksFactor={totp.enabled} />
        </CardBody>
      </Card>
    </div>
  );
}
