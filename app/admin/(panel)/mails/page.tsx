import { Mail } from "lucide-react";
import { getLocale } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn, RowAct } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { Problem } from "@/components/admin/problem";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { type ListColumns, numberColumn, stateColumn, timeColumn } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
import { Link } from "@/components/ui/link";
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

export default page.list(mailQuery, async ({ actor, list, frame, t, may }) => {
  const mayWrite = may("customers:write");
  const [data, health, locale] = await Promise.all([listMails(list.query), getMailHealth(), getLocale()]);
  const names: Record<string, { name: string }> = languages[locale].mailNames;
  const columns: ListColumns<typeof page.text, Row> = [
    {
      key: "recipient",
      className: "max-w-44",
      cell: (row) => (
        <span className="block truncate font-medium" title={row.recipient}>
          {row.recipient}
        </span>
      ),
    },
    {
      key: "subject",
      className: "max-w-64",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate" title={row.subject}>
            {row.subject}
          </span>
          {row.last_error ? (
            <Problem told={row.last_error_rule} className="block truncate text-danger text-xs" />
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
    stateColumn("status", (row) => [row.status, t(`statuses.${row.status}`)]),
    numberColumn("attempts", (row) => row.attempts, { from: "lg" }),
    { key: "kind", isOptional: true, cell: (row) => names[row.kind]?.name ?? row.kind },
    timeColumn("sent", (row) => row.sent_at, { style: "datetime", isOptional: true }),
    timeColumn("created", (row) => row.created_at, { from: "md" }),
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
      areas={["admin-system.mails"]}
      {...frame}
      data={data}
      live="/admin/mails"
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
        selects: [listFilter("status", t("anyStatus"), mailStatuses, (value) => t(`statuses.${value}`))],
        dates: true,
      }}
    >
      <MailTabs actor={actor} current="outbox" />
      <MailState health={health} mayWrite={mayWrite} maySet={may("settings:read")} />
    </ListPage>
  );
});
