import {
  Boxes,
  CircleAlert,
  Clock,
  Gavel,
  Hand,
  HandCoins,
  Hourglass,
  type LucideIcon,
  Mail,
  MessageCircleWarning,
  MessageSquareQuote,
  PackageX,
  Send,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { Task, TaskKind } from "@/lib/reports/schema";
import { TaskActs } from "./task-acts";
import { taskTextKey } from "./task-text-key";

type Tone = "danger" | "warn";

const looks: Record<TaskKind, readonly [icon: LucideIcon, tone: Tone]> = {
  "order.problem": [MessageCircleWarning, "danger"],
  "order.dispute": [Gavel, "danger"],
  "order.failed": [PackageX, "danger"],
  "order.by_hand": [Hand, "warn"],
  "mail.refused": [Mail, "danger"],
  "purchase.failed": [PackageX, "danger"],
  "money.request": [HandCoins, "warn"],
  "refund.pending": [Undo2, "warn"],
  "order.held": [Hourglass, "warn"],
  "callback.failed": [Send, "danger"],
  "order.upstream": [Clock, "warn"],
  "review.waiting": [MessageSquareQuote, "warn"],
  "stock.out": [Boxes, "danger"],
  "stock.low": [Boxes, "warn"],
  alert: [TriangleAlert, "warn"],
};

type TaskItemProps = {
  task: Task;
  staffId: number;
  mayResolve: boolean;
  /** Whether the reader may do what the task asks for; else its link only shows it. */
  mayAct: boolean;
};

/** One thing that waits: what it is, whose, since when, and the act that ends it. */
export async function TaskItem({ task, staffId, mayResolve, mayAct }: TaskItemProps) {
  const [t, status] = await Promise.all([
    getTranslations("admin-system.tasks"),
    getTranslations("admin.status"),
  ]);
  // Where there is no address, its kind.
  const buyerKind = `buyer.${task.buyer}` as "buyer.site";
  const [Icon, tone] = looks[task.kind] ?? [CircleAlert, "warn"];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2.5 border-line border-t px-4 py-3 first:border-t-0">
      <span
        aria-hidden
        className={cx(
          "mt-0.5 grid size-8 shrink-0 place-items-center rounded-md",
          tone === "danger" ? "bg-danger-soft text-danger" : "bg-warn-soft text-warn",
        )}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="break-words text-sm">
          {task.href ? (
            <Link href={task.href} className="font-medium hover:text-pine hover:underline">
              {task.text}
            </Link>
          ) : (
            <span className="font-medium">{task.text}</span>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2.5 gap-y-0.5 text-ink-faint text-xs">
          {task.since ? <DateTime value={task.since} style="ago" /> : null}
          {task.amount && task.kind !== "refund.pending" ? (
            <span className="tabular">{task.amount}</span>
          ) : null}
          {task.buyer ? (
            <span className="break-all">{status.has(buyerKind) ? status(buyerKind) : task.buyer}</span>
          ) : null}
          {task.alert_id !== null && task.count > 1 ? <span>{t("times", { count: task.count })}</span> : null}
          {task.owner ? (
            <span className="font-medium text-ink-muted">
              {task.owner.id === staffId ? t("ownedByMe") : t("ownedBy", { name: task.owner.name })}
            </span>
          ) : null}
          {task.snoozed_until ? (
            <span className="text-ink-muted">
              {t.rich("snoozedUntil", { at: () => <DateTime value={task.snoozed_until ?? ""} /> })}
            </span>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1 max-sm:pl-12">
        {task.href ? (
          <Link href={task.href} className={buttonClass("secondary", "sm")}>
            {t(`acts.${mayAct ? taskTextKey(task.kind) : "alert"}`)}
          </Link>
        ) : null}
        <TaskActs
          taskKey={task.key}
          isMine={task.owner?.id === staffId}
          isSnoozed={task.snoozed_until !== null}
          alertId={mayResolve ? task.alert_id : null}
        />
      </div>
    </li>
  );
}
