import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ActButton } from "@/components/admin/form/act-button";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { parseMoney } from "@/lib/core/money";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import type { CaseDetail } from "@/lib/reports/case-schema";
import { AnswerForm } from "./answer-form";
import { isAnswerable } from "./buyer-acts";
import { CaseOwner } from "./case-owner";
import { CaseTitle, CaseWords } from "./case-words";
import { itemName } from "./item-name";

type CasePanelProps = {
  found: CaseDetail;
  detail: AdminOrderDetail;
  /** Items as their buyer read them, for what is written to that buyer. */
  ordered: AdminOrderDetail["order"]["items"];
  staffId: number;
  mayWrite: boolean;
  mayAddStock: boolean;
  /** The greatest sum that the reader may move alone; null is any. */
  moneyLeft: bigint | null;
  /** Acts that the state of the order allows. */
  acts: ReactNode;
};

/** Shows what waits about this order, with everything that settles it. */
export async function CasePanel({ found, detail, ordered, staffId, mayWrite, acts, ...may }: CasePanelProps) {
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
        <CaseTitle found={found} />
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
          <CaseWords found={found} />
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
                product={ordered[0] ? itemName(ordered[0]) : ""}
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
