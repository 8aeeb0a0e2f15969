import { MessageCircleWarning } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ActButton } from "@/components/admin/form/act-button";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { spanWords } from "@/components/admin/span-words";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { parseMoney } from "@/lib/core/money";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import type { CaseDetail } from "@/lib/reports/case-schema";
import { taskTextKey } from "../../../tasks/_components/task-text-key";
import { AnswerForm } from "./answer-form";
import { isAnswerable } from "./buyer-acts";
import { CaseOwner } from "./case-owner";
import { itemName } from "./item-name";

/** Messages in sight; earlier ones are folded. */
const inSight = 4;

type CasePanelProps = {
  found: CaseDetail;
  detail: AdminOrderDetail;
  staffId: number;
  mayWrite: boolean;
  mayAddStock: boolean;
  /** The greatest sum that the reader may move alone; null is any. */
  moneyLeft: bigint | null;
  /** Acts that the state of the order allows. */
  acts: ReactNode;
};

/** Shows what waits about this order, with everything that settles it. */
export async function CasePanel({ found, detail, staffId, mayWrite, acts, ...may }: CasePanelProps) {
  const [t, isMailed] = await Promise.all([getTranslations("admin-sell.order.case"), hasMailServer()]);
  const { order } = detail;
  const isReported = found.tasks.some(({ kind }) => kind === "order.problem");
  return (
    <section
      id="case"
      aria-labelledby="case-title"
      className="mb-4 scroll-mt-16 rounded-lg border border-danger/40 bg-surface"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-t-lg bg-danger-soft px-4 py-3">
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
        {mayWrite ? (
          <CaseOwner
            order_no={found.order_no}
            owner={found.owner}
            wait_until={found.wait_until}
            colleagues={found.colleagues}
            staffId={staffId}
          />
        ) : null}
      </header>
      <div className="grid gap-x-6 gap-y-4 p-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          {found.tasks
            .filter(({ kind }) => kind !== "order.problem")
            .map(({ key, text }) => (
              <p key={key} className="break-words text-sm">
                {text}
              </p>
            ))}
          <Thread messages={found.messages} />
        </div>
        {mayWrite ? (
          <div className="flex min-w-0 flex-col gap-4">
            <NewKey found={found} detail={detail} {...may} />
            <div className="flex flex-wrap gap-2">
              {acts}
              {isReported ? <CloseProblem orderNo={order.order_no} /> : null}
            </div>
            {isAnswerable(detail) ? (
              <AnswerForm
                orderNo={order.order_no}
                email={order.email ?? detail.buyer_name}
                product={order.items[0] ? itemName(order.items[0]) : ""}
                isMailed={isMailed}
              />
            ) : null}
            {isReported ? <p className="text-ink-muted text-xs">{t("settles")}</p> : null}
          </div>
        ) : null}
      </div>
    </section>
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

type NewKeyProps = Pick<CasePanelProps, "found" | "detail" | "mayAddStock" | "moneyLeft">;

/** Another key for the one that the buyer complained of, in one press: its consequence stands beside it. */
async function NewKey({ found, detail, mayAddStock, moneyLeft }: NewKeyProps) {
  const { replaceable, tasks } = found;
  if (!replaceable || !tasks.some(({ kind }) => kind === "order.problem")) return null;
  const [t, words] = await Promise.all([
    getTranslations("admin-sell.order.case"),
    getTranslations("admin-sell.order"),
  ]);
  const { order } = detail;
  const item = order.items.find(({ id }) => id === replaceable.item);
  const counted = parseMoney(replaceable.counted ?? "0") ?? 0n;
  if (!item || (moneyLeft !== null && counted > moneyLeft)) return null;
  if (replaceable.available === 0)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-52 text-ink-muted text-sm">{t("noStock")}</p>
        {mayAddStock ? (
          <Link href={`/admin/stock/${item.sku_id}#add-keys`} className={buttonClass("secondary", "sm")}>
            {t("addStock")}
          </Link>
        ) : null}
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ActButton
        variant="danger"
        size="md"
        write={{ path: `/admin/orders/${order.order_no}/replace-secret`, success: words("replaced") }}
        body={{ secret_id: replaceable.secret_id, reason: t("newKeyReason") }}
      >
        {t("newKey")}
      </ActButton>
      <p className="min-w-0 flex-1 basis-52 text-ink-muted text-xs">
        {t("newKeyText", {
          name: words("keyNo", { name: itemName(item), n: replaceable.number }),
          left: replaceable.available,
        })}
      </p>
    </div>
  );
}

async function CloseProblem({ orderNo }: { orderNo: string }) {
  const t = await getTranslations("admin-sell.order.case");
  const words = await getTranslations("admin-sell.order");
  return (
    <FormDialog
      trigger={
        <Button variant="ghost" size="sm">
          {t("close")}
        </Button>
      }
      title={t("close")}
      description={t("closeText")}
      columns={1}
      fields={[{ kind: "text", name: "reason", label: words("reason"), required: true }]}
      write={{ path: `/admin/orders/${orderNo}/close-problem`, success: t("closed") }}
      submitLabel={t("close")}
    />
  );
}
