import { getLocale, getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { spanWords } from "@/components/admin/span-words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { nameAmount } from "@/lib/core/money";
import { disputeReason } from "@/lib/core/refusals/noted";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import type { HistoryEntry } from "@/lib/reports/types";
import { languages } from "@/messages/languages";
import { sayTold } from "@/messages/say-to-staff";
import { HistoryFilter, HistoryRow } from "./history-filter";

const tones: Record<string, string> = {
  delivered: "bg-ok",
  ready: "bg-ok",
  sent: "bg-ok",
  accepted: "bg-ok",
  paid: "bg-pine",
  payment_confirmed: "bg-pine",
  delivery_failed: "bg-danger",
  failed: "bg-danger",
  refused: "bg-danger",
  overpaid: "bg-danger",
  paid_late: "bg-warn",
  held: "bg-warn",
  processing: "bg-warn",
  queued: "bg-warn",
};

type TimeLineProps = { detail: AdminOrderDetail; entries: readonly HistoryEntry[]; mayWrite: boolean };

/** Everything that happened around the order, newest first: its own events, mails, notifications, callbacks and purchases. */
export async function TimeLine({ detail, entries, mayWrite }: TimeLineProps) {
  const t = await getTranslations("admin-sell.order");
  const { order } = detail;
  const rows = entries.map((entry, no) => ({ ...entry, no }));
  const areas = [...new Set(rows.map(({ area }) => area))];

  return (
    <Panel
      title={t("timeline")}
      actions={
        mayWrite ? (
          <FormDialog
            trigger={
              <Button variant="ghost" size="sm">
                {t("note")}
              </Button>
            }
            title={t("note")}
            columns={1}
            fields={[
              {
                kind: "textarea",
                name: "note",
                label: t("note"),
                required: true,
                hint: t("notePlaceholder"),
              },
            ]}
            write={{ path: `/admin/orders/${order.order_no}/notes`, success: t("noteAdded") }}
            submitLabel={t("note")}
          />
        ) : null
      }
    >
      <HistoryFilter
        label={t("history.filter")}
        all={t("history.all")}
        areas={areas.map((area) => ({ area, label: t(`history.areas.${area}`) }))}
      >
        <ol className="flex flex-col">
          {rows.map((entry) => (
            <HistoryRow key={entry.no} area={entry.area}>
              <span
                aria-hidden
                className={cx(
                  "relative mt-1.5 size-2.5 shrink-0 rounded-full ring-4 ring-surface",
                  tones[entry.state ?? entry.kind] ?? "bg-line-strong",
                )}
              />
              <Entry entry={entry} currency={order.currency} />
            </HistoryRow>
          ))}
        </ol>
      </HistoryFilter>
    </Panel>
  );
}

async function Entry({ entry, currency }: { entry: HistoryEntry; currency: string }) {
  const t = await getTranslations("admin-sell.order");
  const reasons = await getTranslations("admin-money.notices.reasons");
  const { by, item, amount, method, text, problem, refusal, href, proof_id, waited_seconds: waited } = entry;
  const title = await titleOf(t, entry);
  const who = by.kind === "staff" || by.kind === "site" ? (by.name ?? "—") : t(`by.${by.kind}`);
  const money = amount ? nameAmount(amount, currency) : null;
  const known = (["wallet", "deposit", "manual", "gateway"] as const).find((one) => one === method);
  const facts = [
    item ? t("history.item", { item }) : null,
    money && known ? t(`history.refunded.${known}`, { amount: money }) : money,
    text && entry.kind.startsWith("dispute") ? sayTold(disputeReason(text), await getLocale()) : text,
  ].filter((fact) => fact !== null);
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{title}</span>
        <DateTime value={entry.at} style="exact" className="text-ink-faint text-xs" />
      </p>
      <p className="text-ink-faint text-xs">
        {who}
        {typeof waited === "number"
          ? ` · ${t("history.waited", { time: spanWords(waited, await getLocale()) })}`
          : null}
        {href ? (
          <>
            {" · "}
            <Link href={href} className="inline-block py-0.5 text-pine underline underline-offset-4">
              {t("history.open")}
            </Link>
          </>
        ) : null}
      </p>
      {facts.length > 0 ? (
        <p className="mt-0.5 whitespace-pre-wrap break-words text-ink-muted">{facts.join(" · ")}</p>
      ) : null}
      {proof_id ? (
        <a
          href={`/api/v1/admin/payment-proofs/${proof_id}`}
          target="_blank"
          rel="noreferrer"
          className="mt-0.5 inline-block py-0.5 text-pine text-xs underline underline-offset-4"
        >
          {t("history.proof")}
        </a>
      ) : null}
      {problem ? <Problem told={problem} className="mt-0.5 block break-words text-danger text-xs" /> : null}
      {refusal ? (
        <p className="mt-0.5 break-words text-danger text-xs">
          {reasons.has(refusal as "signature") ? reasons(refusal as "signature") : refusal}
        </p>
      ) : null}
    </div>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<"admin-sell.order">>>;

/** A state or kind that has no words of its own keeps its name: a later version may have written it. */
async function titleOf(t: Translate, { area, kind, state, by }: HistoryEntry): Promise<string> {
  const say = (key: string, values: Record<string, string> = {}) => {
    const path = key as Parameters<Translate["has"]>[0];
    return t.has(path) ? t(path, values) : (key.split(".").at(-1) ?? key);
  };
  if (area === "order") return say(`events.${kind}`);
  if (area === "mail") {
    const names: Record<string, { name: string; inHistory?: string }> =
      languages[await getLocale()].mailNames;
    return say("history.named", {
      what: say(`history.mail.${state}`),
      which: names[kind]?.inHistory ?? kind,
    });
  }
  if (area === "notification") return say(`history.${kind}.${state}`);
  if (area === "callback") {
    const events = await getTranslations("admin-trade.callbacks.events");
    const event = kind as Parameters<typeof events.has>[0];
    return say("history.named", {
      what: say(`history.callback.${state}`),
      which: events.has(event) ? events(event) : kind,
    });
  }
  return say(`history.purchase.${state}`, { name: by.name ?? "" });
}
