import { MessageCircleWarning } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { spanWords } from "@/components/admin/span-words";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import type { CaseDetail } from "@/lib/reports/case-schema";
import { taskTextKey } from "../../../tasks/_components/task-text-key";

/** Messages in sight; earlier ones are folded. */
const inSight = 4;

type CaseProps = { found: CaseDetail };

/** Heading of a case: what waits, and since when. */
export async function CaseTitle({ found }: CaseProps) {
  const t = await getTranslations("admin-sell.order.case");
  return (
    <h2 id="case-title" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <MessageCircleWarning aria-hidden className="size-4 text-danger" />
      <span className="sr-only">{t("title")}:</span>
      {found.tasks.map(({ key, kind, since }) => (
        <span key={key} className="font-semibold text-danger">
          {t(`kinds.${taskTextKey(kind)}`)}
          {since ? (
            <DateTime value={since} style="ago" className="ml-1.5 font-normal text-ink-muted text-xs" />
          ) : null}
        </span>
      ))}
    </h2>
  );
}

/** Words of a case: of the shop about what went wrong, and what buyer and staff wrote to each other. */
export function CaseWords({ found }: CaseProps) {
  return (
    <>
      {found.tasks
        .filter(({ kind }) => kind !== "order.problem")
        .map(({ key, text }) => (
          <p key={key} className="break-words text-sm">
            {text}
          </p>
        ))}
      <Thread messages={found.messages} />
    </>
  );
}

async function Thread({ messages }: Pick<CaseDetail, "messages">) {
  const t = await getTranslations("admin-sell.order.case");
  if (messages.length === 0) return null;
  const earlier = messages.slice(0, -inSight);
  return (
    <div>
      <h3 className="sr-only">{t("thread")}</h3>
      {earlier.length > 0 ? (
        <details className="mb-2">
          <summary className="cursor-pointer py-1 text-ink-muted text-xs">
            {t("earlier", { count: earlier.length })}
          </summary>
          <Messages messages={earlier} />
        </details>
      ) : null}
      <Messages messages={messages.slice(-inSight)} />
    </div>
  );
}

async function Messages({ messages }: Pick<CaseDetail, "messages">) {
  const [t, locale] = await Promise.all([getTranslations("admin-sell.order.case"), getLocale()]);
  return (
    <ol className="flex flex-col gap-2">
      {messages.map(({ by, name, text, at, waited_seconds: waited }) => (
        <li
          key={at}
          className={cx(
            "max-w-[92%] rounded-md px-3 py-2 text-sm",
            by === "buyer" ? "self-start bg-danger-soft" : "self-end bg-sunken",
          )}
        >
          <p className="flex flex-wrap gap-x-2 text-ink-muted text-xs">
            <span className="break-all">{by === "buyer" ? t("fromBuyer") : (name ?? "—")}</span>
            <DateTime value={at} style="ago" />
            {waited === null ? null : <span>{t("waited", { time: spanWords(waited, locale) })}</span>}
          </p>
          <p className="mt-0.5 whitespace-pre-line break-words">{text}</p>
        </li>
      ))}
    </ol>
  );
}
