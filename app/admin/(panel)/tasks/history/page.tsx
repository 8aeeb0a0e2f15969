import { History } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { type ListColumns, numberColumn, timeColumn, withHeads } from "@/components/admin/table/columns";
import { DataTable } from "@/components/admin/table/data-table";
import { Link } from "@/components/ui/link";
import { areasOf } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { listAlerts } from "@/lib/notifications/admin-queries";
import { type AlertRow, alertQuery } from "@/lib/notifications/schema";
import { alertPlace } from "@/lib/reports/task-kinds";
import { countTasks } from "@/lib/reports/tasks";
import { TaskTabs } from "../task-tabs";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.tasks"))("states.history") };
}

/** Lists alerts that are over: ended by themselves or called done by somebody. */
export default async function TaskHistoryPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/tasks/history");
  const list = await readListQuery(alertQuery, "/admin/tasks/history", searchParams);
  const [locale, t] = await Promise.all([getLocale(), getTranslations("admin-system.tasks")]);
  const [data, { total }] = await Promise.all([
    listAlerts({ ...list.query, state: "resolved" }, { areas: areasOf(actor, "read"), locale }),
    countTasks(actor),
  ]);
  const columns: ListColumns<"admin-system.tasks", AlertRow> = [
    {
      key: "text",
      cell: (row) => {
        const place = alertPlace(row.kind, row.reference);
        return place ? (
          <Link href={place} className="break-words hover:text-pine hover:underline">
            {row.message}
          </Link>
        ) : (
          <span className="break-words">{row.message}</span>
        );
      },
    },
    numberColumn("times", (row) => row.count, { from: "md" }),
    timeColumn("seen", (row) => row.last_seen_at, { from: "md" }),
    timeColumn("resolved", (row) => row.resolved_at),
  ];
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <TaskTabs current="history" open={total} />
      <DataTable
        label={t("states.history")}
        columns={withHeads(columns, (key) => t(`columns.${key}`))}
        rows={data.alerts}
        rowKey={(row) => row.id}
        empty={{ icon: History, title: t("empty.history") }}
        page={list.pages(data)}
      />
    </>
  );
}
