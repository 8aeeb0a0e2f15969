import { MessageCircleWarning } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DateTime } from "@/components/ui/date-time";
import { findOpenProblem } from "@/lib/orders/buyer/open-problem";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { AnswerBuyer, ReplaceKey } from "./buyer-acts";
import { isOpenForRefund } from "./refund-methods";
import { RefundOrder } from "./refund-order";

type OpenProblemProps = { detail: AdminOrderDetail; mayWrite: boolean; mayMoveMoney: boolean };

/** The buyer's complaint, with the acts that settle it, until one of them was done. */
export async function OpenProblem({ detail, mayWrite, mayMoveMoney }: OpenProblemProps) {
  const [problem, t] = await Promise.all([
    findOpenProblem(detail.order.order_no),
    getTranslations("admin-sell.order"),
  ]);
  if (!problem) return null;
  return (
    <section
      aria-labelledby="open-problem"
      className="mb-4 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3.5"
    >
      <h2 id="open-problem" className="flex flex-wrap items-center gap-x-2 font-semibold text-danger text-sm">
        <MessageCircleWarning aria-hidden className="size-4" />
        {t("problemOpen")}
        <DateTime value={problem.at} style="ago" className="font-normal text-ink-muted text-xs" />
      </h2>
      <p className="mt-1.5 whitespace-pre-line break-words text-sm">{problem.text}</p>
      {mayWrite ? (
        <>
          <div className="mt-3 flex flex-wrap gap-2">
            <ReplaceKey detail={detail} isPressing />
            <AnswerBuyer detail={detail} />
            {isOpenForRefund(detail.order) && mayMoveMoney ? <RefundOrder detail={detail} /> : null}
          </div>
          <p className="mt-2 text-ink-muted text-xs">{t("problemText")}</p>
        </>
      ) : null}
    </section>
  );
}
