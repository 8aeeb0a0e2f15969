import { MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import type { OrderMailOut } from "@/lib/checkout/schema";

/** Shows the shop's answers to the buyer of this order. They went out by mail as well, where there is a mail server. */
export function ShopAnswers({ answers }: { answers: OrderMailOut["answers"] }) {
  const t = useTranslations("order.problem");
  return answers.map(({ text, at }) => (
    <section
      key={at}
      aria-label={t("answer")}
      className="flex items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      <MessageSquareText className="mt-0.5 size-4.5 shrink-0 text-ink-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-ink-muted">
          {t("answer")} · <DateTime value={at} />
        </p>
        <p className="mt-1 whitespace-pre-wrap break-words">{text}</p>
      </div>
    </section>
  ));
}
