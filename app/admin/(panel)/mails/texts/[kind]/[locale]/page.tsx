import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { PageHead } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { LinkTabs } from "@/components/ui/link-tabs";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { getMailText, previewMailText } from "@/lib/notifications/texts/mail-texts";
import { getSettings } from "@/lib/settings/queries";
import { languages } from "@/messages/languages";
import { localeName, locales } from "@/messages/locales";
import { findOr404 } from "../../../../find-or-404";
import { MailTextForm } from "./mail-text-form";

type Props = { params: Promise<{ kind: string; locale: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.mailTexts"))("title") };
}

const nothing = { subject: null, heading: null, lead: null, closing: null };

export default async function MailTextPage({ params }: Props) {
  const given = await params;
  const actor = await requirePageAdmin(`/admin/mails/texts/${given.kind}/${given.locale}`, "settings:read");
  const mayWrite = hasPermission(actor, "settings:write");
  const [text, settings, canSend, t, reader] = await Promise.all([
    findOr404(() => getMailText(given)),
    getSettings(),
    hasMailServer(),
    getTranslations("admin-system.mailTexts"),
    getLocale(),
  ]);
  const { kind, locale, problem } = text;
  const mailName = languages[reader].mailNames[kind];
  // A text that cannot be filled is sent as the standard text, and shown as it is sent.
  const preview = await previewMailText({ kind, locale }, problem === null ? text : nothing);
  const path = `/admin/mail-texts/${kind}/${locale}`;
  const offered = locales.filter((each) => settings.locales.includes(each) || each === locale);
  return (
    <ClientMessages areas={["admin-system.mailTexts"]}>
      <PageHead
        title={mailName.name}
        description={mailName.when}
        back={{ href: "/admin/mails/texts", label: t("title") }}
        actions={
          mayWrite && text.is_own ? (
            <ConfirmAction
              trigger={
                <Button variant="ghost" size="sm">
                  {t("reset")}
                </Button>
              }
              title={t("resetTitle")}
              description={t("resetText")}
              confirmLabel={t("reset")}
              path={path}
              method="DELETE"
              success={t("wasReset")}
            />
          ) : null
        }
      />
      <LinkTabs
        label={t("languages")}
        tabs={offered.map((each) => ({
          href: `/admin/mails/texts/${kind}/${each}`,
          label: localeName(each),
          isCurrent: each === locale,
        }))}
      />
      {problem === null ? null : (
        <p className="mb-4 break-words rounded-md border border-danger/40 bg-danger-soft px-4 py-2.5 text-sm">
          {t("problem", { part: problem })}
        </p>
      )}
      <MailTextForm
        key={locale}
        text={text}
        path={path}
        first={preview}
        mayWrite={mayWrite}
        canSend={canSend}
      />
    </ClientMessages>
  );
}
