import { CircleCheck } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { AdminActor } from "@/lib/acts/actor";
import { taskQuery } from "@/lib/reports/schema";
import { listTasks } from "@/lib/reports/tasks";

const shown = 6;
const urgent = [
  "order.problem",
  "order.dispute",
  "order.failed",
  "mail.refused",
  "purchase.failed",
  "callback.failed",
  "stock.out",
];

/** The first entries of the to-do list; one line when it is empty. */
export async function ToDo({ actor }: { actor: AdminActor }) {
  const [t, locale] = await Promise.all([getTranslations("admin-sell.overview"), getLocale()]);
  const { tasks, total } = await listTasks(actor, taskQuery.parse({ per_page: String(shown) }), locale);
  if (total === 0) {
    return (
      <p className="flex items-center gap-2 text-ink-muted text-sm">
        <CircleCheck className="size-4 text-ok" aria-hidden />
        {t("allFine")}
      </p>
    );
  }
  return (
    <Panel
      title={t("toDo")}
      flush
      actions={
        <Link href="/admin/tasks" className="rounded-sm text-pine text-xs hover:underline">
          {t("allTasks", { count: total })}
        </Link>
      }
    >
      <ul data-rows className="border-line border-t">
        {tasks.map((task) => (
          <li
            key={task.key}
            className="flex items-baseline gap-3 border-line border-t px-4 py-2 text-sm first:border-t-0"
          >
            <span
              aria-hidden
              className={cx(
                "size-2 shrink-0 self-center rounded-full",
                urgent.includes(task.kind) ? "bg-danger" : "bg-warn",
              )}
            />
            <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1" title={task.text}>
              {task.href ? (
                <Link href={task.href} className="hover:text-pine hover:underline">
                  {task.text}
                </Link>
              ) : (
                task.text
              )}
              {/* Two orders of the same product are told apart by whose they are. */}
              {task.kind.startsWith("order.") ? (
                <span className="text-ink-faint text-xs">
                  {" "}
                  · {task.buyer?.includes("@") ? task.buyer : task.reference}
                </span>
              ) : null}
            </span>
            {task.since ? (
              <DateTime
                value={task.since}
                style="ago"
                className="shrink-0 whitespace-nowrap text-ink-faint text-xs"
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
