import { Mail } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn, RowAct } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { createdColumn } from "@/components/admin/table/cells";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions } from "@/components/admin/table/filter-options";
import { LiveRows } from "@/components/admin/table/live-rows";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { listMails } from "@/lib/notifications/admin-queries";
import { getMailHealth } from "@/lib/notifications/mails/mail-health";
import { mailQuery, type mailRow, mailStatuses } from "@/lib/notifications/schema";
import { languages } from "@/messages/languages";
import { MailReader } from "./_components/mail-reader";
import { MailState } from "./_components/mail-state";
import { MailTabs } from "./mail-tabs";

type Row = z.infer<typeof mailRow>;

const page = adminPage({
  path: "/admin/mails",
  text: "admin-system.mails",
  icon: Mail,
  permission: "customers:read",
  menu: { group: "system", hotkey: "m" },
});

export const generateMetadata = page.generateMetadata;

export default async function MailsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "customers:write");
  const list = await page.readList(mailQuery, searchParams);
  const [data, own, health, t, locale] = await Promise.all([
    listMails(list.query),
    page.own(actor),
    getMailHealth(),
    getTranslations("admin-system.mails"),
    getLocale(),
  ]);
  const names: Record<string, { name: string }> = languages[locale].mailNames;
  const columns: (Column<Row> | null)[] = [
    {
      key: "recipient",
      head: t("columns.recipient"),
      className: "max-w-44",
      cell: (row) => (
        <span className="block truncate font-medium" title={row.recipient}>
          {row.recipient}
        </span>
      ),
    },
    {
      key: "subject",
      head: t("columns.subject"),
      className: "max-w-64",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate" title={row.subject}>
            {row.subject}
          </span>
          {row.last_error ? (
            <Problem text={row.last_error} className="block truncate text-danger text-xs" />
          ) : null}
          {row.reference?.startsWith("K") ? (
            <Link
              href={`/admin/orders/${row.reference}`}
              className="font-mono text-ink-faint text-xs hover:text-pine"
            >
              {row.reference}
            </Link>
          ) : null}
        </span>
      ),
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>,
    },
    { key: "attempts", head: t("columns.attempts"), align: "right", from: "lg", cell: (row) => row.attempts },
    {
      key: "kind",
      head: t("columns.kind"),
      isOptional: true,
      cell: (row) => names[row.kind]?.name ?? row.kind,
    },
    {
      key: "sent",
      head: t("columns.sent"),
      align: "right",
      isOptional: true,
      cell: (row) =>
        row.sent_at ? <DateTime value={row.sent_at} className="whitespace-nowrap text-ink-muted" /> : null,
    },
    createdColumn(t("columns.created")),
    mayWrite
      ? actionsColumn((row) => (
          <>
            <MailReader id={row.id} subject={row.subject} />
            <RowAct
              title={t("resendTitle")}
              description={t("resendText", { recipient: row.recipient })}
              path={`/admin/mails/${row.id}/resend`}
              success={t("resent")}
              label={t("resend")}
            />
          </>
        ))
      : null,
  ];
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      actions={<LiveRows api="/admin/mails" list={list} since={own.drawnAt} />}
      rows={data.mails}
      rowKey={(row) => row.id}
      columns={columns}
      selectable={mayWrite}
      takesMatch
      bulk={
        mayWrite ? (
          <BulkAction
            label={t("resendChosen")}
            path="/admin/mails/resend"
            title={t("resendChosen")}
            description={t("resendChosenText")}
            success={t("resent")}
          />
        ) : null
      }
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "status",
            label: t("anyStatus"),
            options: listOptions(mailStatuses, (value) => t(`statuses.${value}`)),
          },
        ],
        dates: true,
      }}
    >
      <MailTabs actor={actor} current="outbox" />
      <MailState health={health} mayWrite={mayWrite} maySet={hasPermission(actor, "settings:read")} />
    </ListPage>
  );
}
