import { PenLine } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Link } from "@/components/ui/link";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { type EditableMail, editableMails } from "@/lib/notifications/mail-kinds";
import { listMailTexts } from "@/lib/notifications/texts/mail-texts";
import type { MailTextOut } from "@/lib/notifications/texts/schema";
import { languages } from "@/messages/languages";
import { localeName, locales } from "@/messages/locales";
import { MailTabs } from "../mail-tabs";

interface Row {
  kind: EditableMail;
  texts: MailTextOut[];
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.mailTexts"))("title") };
}

export default async function MailTextsPage() {
  const actor = await requirePageAdmin("/admin/mails/texts", "settings:read");
  const [{ texts }, t, locale] = await Promise.all([
    listMailTexts(),
    getTranslations("admin-system.mailTexts"),
    getLocale(),
  ]);
  const { mailNames } = languages[locale];
  const rows = editableMails.map((kind) => ({ kind, texts: texts.filter((text) => text.kind === kind) }));
  const offered = locales.filter((locale) => texts.some((text) => text.locale === locale));
  const columns: Column<Row>[] = [
    {
      key: "kind",
      head: t("columns.kind"),
      cell: ({ kind }) => (
        <span className="block min-w-0">
          <span className="block font-medium">{mailNames[kind].name}</span>
          <span className="line-clamp-2 text-ink-faint text-xs" title={mailNames[kind].when}>
            {mailNames[kind].when}
          </span>
        </span>
      ),
    },
    ...offered.map(
      (locale): Column<Row> => ({
        key: locale,
        head: localeName(locale),
        cell: ({ kind, texts: inLanguages }) => {
          const text = inLanguages.find((each) => each.locale === locale);
          const state = text?.problem ? "refused" : text?.is_own ? "active" : "draft";
          return (
            <span className="flex flex-wrap items-center gap-2">
              <Link href={`/admin/mails/texts/${kind}/${locale}`} className="text-pine hover:underline">
                {t("open", { language: localeName(locale) })}
              </Link>
              <StateBadge state={state}>{t(`states.${state}`)}</StateBadge>
            </span>
          );
        },
      }),
    ),
  ];
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <MailTabs actor={actor} current="texts" />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        rowKey={({ kind }) => kind}
        empty={{ icon: PenLine, title: t("title") }}
      />
    </>
  );
}
