import { CircleCheck, ListTodo } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import type { SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { LiveRefresh } from "@/components/admin/table/live-refresh";
import { ClientMessages } from "@/components/store/client-messages";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Pagination } from "@/components/ui/pagination";
import { areasOf, hasPermission } from "@/lib/acts/permissions";
import { alertArea } from "@/lib/notifications/alerts/alert-texts";
import { endsByItself } from "@/lib/notifications/alerts/resolve-alert";
import { taskKinds, taskQuery } from "@/lib/reports/schema";
import { taskPermissions } from "@/lib/reports/task-kinds";
import { countTasks, listTasks } from "@/lib/reports/tasks";
import { TaskItem } from "./_components/task-item";
import { taskTextKey } from "./_components/task-text-key";
import { TaskTabs } from "./task-tabs";

const page = adminPage({
  path: "/admin/tasks",
  text: "admin-system.tasks",
  icon: ListTodo,
  permission: null,
  menu: { group: "top", after: "overview", hotkey: "t" },
});

export const generateMetadata = page.generateMetadata;

export default async function TasksPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const list = await page.readList(taskQuery, searchParams);
  const [locale, t] = await Promise.all([getLocale(), getTranslations("admin-system.tasks")]);
  const data = await listTasks(actor, list.query, locale);
  const { counts, total } = await countTasks(actor);
  const { state, kind } = list.query;
  const writable: string[] = areasOf(actor, "write");
  const chip = "inline-flex min-h-9 items-center gap-1.5 rounded-md border px-3 text-[0.8125rem]";
  return (
    <ClientMessages areas={["admin-system.tasks"]}>
      <PageHead title={t("title")} description={t("description")} actions={<LiveRefresh />} />
      <TaskTabs current={state} open={total} />
      {state === "open" && total > 0 ? (
        <nav aria-label={t("kindsLabel")} className="mb-4 flex flex-wrap gap-2">
          {taskKinds
            .filter((name) => counts[name] > 0 || name === kind)
            .map((name) => (
              <Link
                key={name}
                href={list.href({ kind: name === kind ? null : name })}
                aria-current={name === kind ? "true" : undefined}
                scroll={false}
                className={cx(
                  chip,
                  name === kind
                    ? "border-pine bg-pine-soft font-medium text-pine"
                    : "border-line-strong bg-surface hover:border-control",
                )}
              >
                {t(`kinds.${taskTextKey(name)}`)}
                <span className="tabular text-ink-faint text-xs">{counts[name]}</span>
              </Link>
            ))}
        </nav>
      ) : null}
      {data.tasks.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t(`empty.${state}`)} description={t(`emptyText.${state}`)} />
      ) : (
        <ul data-rows className="rounded-lg border border-line bg-surface">
          {data.tasks.map((task) => (
            <TaskItem
              key={task.key}
              task={task}
              staffId={actor.staffId}
              mayAct={
                task.kind === "alert" || taskPermissions(task.kind).every((one) => hasPermission(actor, one))
              }
              mayResolve={
                task.alert_kind !== null &&
                writable.includes(alertArea(task.alert_kind)) &&
                !endsByItself(task.alert_kind)
              }
            />
          ))}
        </ul>
      )}
      <Pagination className="mt-4" {...list.pages(data)} />
    </ClientMessages>
  );
}
