import { Mail } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { hasPermission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";
import { listMails } from "@/lib/notifications/admin-queries";
import { getMailHealth } from "@/lib/notifications/mail-health";
import { mailQuery, type mailRow, mailStatuses } from "@/lib/notifications/schema";
import { MailReader } from "./_components/mail-reader";
import { MailState } from "./_components/mail-state";
import { MailTabs } from "./mail-tabs";

type Row = z.infer<typeof mailRow>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.mails"))("title") };
}

export default async function MailsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/mails", "customers:read");
  const mayWrite = hasPermission(actor, "customers:write");
  const list = await readListQuery(mailQuery, "/admin/mails", searchParams);
  const [data, health, t] = await Promise.all([
    listMails(list.query),
    getMailHealth(),
    getTranslations("admin-system.mails"),
  ]);
  const columns: (Column<Row> | null)[] = [
    {
      key: "recipient",
      head: t("columns.recipient"),
      className: "max-w-44",
      cell: (row) => <span className="block truncate font-medium">{row.recipient}</span>,
    },
    {
      key: "subject",
      head: t("columns.subject"),
      className: "max-w-64",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate">{row.subject}</span>
          {row.last_error ? (
            <span className="block truncate text-danger text-xs">{row.last_error}</span>
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
    { key: "tries", head: t("columns.tries"), align: "right", from: "lg", cell: (row) => row.attempts },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "md",
      cell: (row) => (
        <DateTime value={row.created_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
    mayWrite
      ? {
          key: "actions",
          head: "",
          align: "right",
          cell: (row) => (
            <span className="flex justify-end gap-1">
              <MailReader id={row.id} subject={row.subject} />
              <ConfirmAction
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("resend")}
                  </Button>
                }
                title={t("resendTitle")}
                description={t("resendText", { recipient: row.recipient })}
                confirmLabel={t("resend")}
                path={`/admin/mails/${row.id}/resend`}
                success={t("resent")}
                tone="primary"
              />
            </span>
          ),
        }
      : null,
  ];
  return (
    <ClientMessages areas={["admin", "admin-system"]}>
      <PageHead title={t("title")} description={t("description")} />
      <MailTabs actor={actor} current="outbox" />
      <MailState health={health} mayWrite={mayWrite} maySet={hasPermission(actor, "settings:read")} />
      <FilterBar
        search={{ placeholder: t("search") }}
        selects={[
          {
            name: "status",
            label: t("anyStatus"),
            options: mailStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
        ]}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.mails}
        rowKey={(row) => row.id}
        empty={{ icon: Mail, title: t("empty"), description: t("emptyText") }}
        isFiltered={list.isFiltered}
        clearHref="/admin/mails"
        page={{
          page: data.page,
          perPage: data.per_page,
          total: data.total,
          href: (page) => list.href({ page }),
        }}
      />
    </ClientMessages>
  );
}
