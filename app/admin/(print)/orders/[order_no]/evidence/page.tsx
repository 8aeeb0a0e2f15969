import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { FileSize } from "@/components/ui/file-size";
import { RichText } from "@/components/ui/rich-text";
import { newUuid } from "@/lib/core/ids";
import { nameAmount } from "@/lib/core/money";
import { readClient } from "@/lib/http/caller/client-info";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { collectEvidence } from "@/lib/orders/disputes/dispute-evidence";
import { byWhom } from "@/lib/reports/order-event-entry";
import { findOr404 } from "../../../../(panel)/find-or-404";
import { PrintHead } from "../../../_components/print-head";
import { EvidenceTable } from "./_components/evidence-table";

type Props = { params: Promise<{ order_no: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).order_no };
}

/** The evidence about a disputed order as a person reads it; the same as the JSON file, and audited like it. */
export default async function EvidencePage({ params }: Props) {
  const { order_no } = await params;
  const path = `/admin/orders/${order_no}/evidence`;
  await requirePageAdmin(path, "orders:read");
  const actor = await requirePageAdmin(path, "exports:read");
  const client = readClient(new Headers(await headers()), newUuid());
  const [evidence, t, words, pay, status] = await Promise.all([
    findOr404(() => collectEvidence(actor, client, order_no)),
    getTranslations("admin-sell.evidence"),
    getTranslations("admin-sell.order"),
    getTranslations("admin-money.payments"),
    getTranslations("admin.status.fulfillment"),
  ]);
  const eventOf = (kind: string) => {
    const key = `events.${kind}` as "events.paid";
    return words.has(key) ? words(key) : kind;
  };
  const by = (actor: string) => {
    const { kind, name } = byWhom(actor, new Map());
    return words(`by.${kind}`, { name: name ?? actor });
  };
  const { order, terms, goods_first_seen: seen } = evidence;
  const time = (value: string | null) => (value === null ? null : <DateTime value={value} style="exact" />);
  return (
    <>
      <PrintHead orderNo={order_no} />
      <article className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-5 text-sm sm:p-8 print:border-0 print:p-0">
        <header>
          <p className="font-semibold">{evidence.shop}</p>
          <h1 className="mt-1 text-2xl">{t("title", { order: order.order_no })}</h1>
          <p className="mt-1 text-ink-muted">
            {t("madeAt")} {time(evidence.made_at)}
          </p>
        </header>
        <Facts
          title={t("order")}
          facts={[
            [t("amount"), nameAmount(order.amount, order.currency)],
            [t("buyer"), order.email ?? order.buyer],
            [t("placed"), time(order.placed_at)],
            [t("from"), [order.placed_from_ip, order.placed_from_country].filter(Boolean).join(" · ")],
            [t("paid"), time(order.paid_at)],
            [t("delivered"), time(order.delivered_at)],
            [t("seen"), seen ? time(seen.at) : t("notSeen")],
            [t("seenFrom"), seen?.from_ip ?? null],
            [t("refunded"), nameAmount(order.refunded_amount, order.currency)],
          ]}
        />
        <EvidenceTable
          title={t("payments")}
          head={[t("number"), t("channel"), t("amount"), t("state"), t("paid")]}
          rows={evidence.payments.map((payment) => [
            [payment.payment_no, payment.trade_no].filter(Boolean).join(" · "),
            payment.channel,
            nameAmount(payment.amount, order.currency),
            pay(`states.${payment.state}` as "states.paid"),
            time(payment.paid_at),
          ])}
        />
        <EvidenceTable
          title={t("goods")}
          head={[t("item"), t("quantity"), t("amount"), t("state"), t("handedOver")]}
          rows={evidence.items.map((item) => [
            [item.title, item.option].filter(Boolean).join(" · "),
            item.quantity,
            nameAmount(item.total, order.currency),
            status(item.status),
            time(item.handed_over_at),
          ])}
        />
        <EvidenceTable
          title={t("texts")}
          head={[t("line"), t("version"), t("readableFrom"), t("readableUntil")]}
          rows={evidence.texts_the_buyer_could_read.map((text) => [
            text.item,
            text.number,
            time(text.readable_from),
            time(text.readable_until),
          ])}
        />
        <EvidenceTable
          title={t("downloads")}
          head={[t("line"), t("file"), t("sent"), t("lastAt")]}
          rows={evidence.files_downloaded.map((file) => [
            file.item,
            <>
              {file.title} · {file.version}
              <span className="block break-all font-mono text-ink-muted text-xs">SHA-256 {file.sha256}</span>
            </>,
            <>
              <FileSize bytes={file.bytes_sent} /> / <FileSize bytes={file.bytes} />
            </>,
            time(file.last_at),
          ])}
        />
        <EvidenceTable
          title={t("mails")}
          head={[t("subject"), t("recipient"), t("taken")]}
          rows={evidence.mails_taken_by_the_mail_server.map((mail) => [
            mail.subject,
            mail.recipient,
            time(mail.taken_at),
          ])}
        />
        <EvidenceTable
          title={t("history")}
          head={[t("time"), t("event"), t("by")]}
          rows={evidence.history.map((event) => [time(event.at), eventOf(event.kind), by(event.by)])}
        />
        {terms ? (
          <section>
            <h2 className="font-semibold text-base">{t("terms", { version: terms.version })}</h2>
            {terms.text ? <RichText html={terms.text} className="mt-2 text-sm" /> : null}
          </section>
        ) : null}
      </article>
    </>
  );
}

type Fact = readonly [label: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== "");
  return (
    <section>
      <h2 className="font-semibold text-base">{title}</h2>
      <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {known.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
