import { ArrowDownLeft, ArrowUpRight, ReceiptText } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { formatMoney, Money } from "@/components/ui/money";
import { Pagination } from "@/components/ui/pagination";
import { memberChooser } from "@/lib/checkout/choosers";
import { isOrderNo } from "@/lib/core/ids";
import { requirePageUser } from "@/lib/http/caller/session";
import { getBalance, listTransactions } from "@/lib/wallet/queries";
import { type Transaction, transactionType } from "@/lib/wallet/schema";
import { listPageChannels } from "../../page-client";
import { readPage } from "../../read-page";
import { getCaptcha, getShopSettings } from "../../shop";
import { GiftCardForm } from "./_components/gift-card-form";
import { RechargeForm } from "./_components/recharge-form";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const path = "/account/wallet";

function href(type: Transaction["type"] | undefined, page = 1): string {
  const parameters = new URLSearchParams({
    ...(type ? { type } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.wallet");
  return { title: t("title") };
}

export default async function WalletPage({ searchParams }: Props) {
  const raw = await searchParams;
  const actor = await requirePageUser(path);
  // Where the gateway sends the browser back to after a top-up.
  if (typeof raw.recharge === "string") redirect(`${path}/recharge/${encodeURIComponent(raw.recharge)}`);
  const type = transactionType.options.find((known) => known === raw.type);
  const [t, locale, { balance, currency }, list, channels, { features }, captcha] = await Promise.all([
    getTranslations("account.wallet"),
    getLocale(),
    getBalance(actor.userId),
    listTransactions(actor.userId, { page: readPage(raw.page), per_page: 20, type }),
    listPageChannels((client) => memberChooser(actor.userId, client)),
    getShopSettings(),
    getCaptcha("gift_card"),
  ]);

  return (
    <>
      <h1 className="text-2xl">{t("title")}</h1>
      <p className="mt-4 rounded-xl bg-pine p-6 text-on-pine dark:bg-pine-soft dark:text-ink">
        <span className="block text-sm opacity-85">{t("balance")}</span>
        <Money value={balance} currency={currency} className="font-semibold text-4xl tracking-tight" />
      </p>
      <div className="mt-5 grid grid-cols-1 items-start gap-5 md:grid-cols-2">
        {features.wallet ? (
          <Card>
            <CardHeader title={t("recharge")} />
            <CardBody>
              <RechargeForm channels={channels} currency={currency} />
            </CardBody>
          </Card>
        ) : null}
        {features.giftCards ? (
          <Card>
            <CardHeader title={t("giftCard")} />
            <CardBody>
              <GiftCardForm currency={currency} captcha={captcha} />
            </CardBody>
          </Card>
        ) : null}
      </div>

      <section aria-labelledby="transactions" className="mt-10">
        <h2 id="transactions" className="text-lg">
          {t("transactions")}
        </h2>
        <LinkTabs
          className="mt-2"
          label={t("filter")}
          tabs={[undefined, ...transactionType.options].map((tab) => ({
            href: href(tab),
            label: tab ? t(`type.${tab}`) : t("all"),
            isCurrent: tab === type,
          }))}
        />
        {list.transactions.length === 0 ? (
          <EmptyState className="mt-5" icon={ReceiptText} title={t("empty")} />
        ) : (
          <ul className="divide-y divide-line">
            {list.transactions.map((entry) => (
              <TransactionRow
                key={entry.id}
                entry={entry}
                currency={currency}
                name={t(`type.${entry.type}`)}
                balanceAfter={t("balanceAfter", {
                  amount: formatMoney(entry.balance_after, currency, locale),
                })}
              />
            ))}
          </ul>
        )}
        <Pagination
          className="mt-6"
          page={list.page}
          perPage={list.per_page}
          total={list.total}
          href={(page) => href(type, page)}
        />
      </section>
    </>
  );
}

/** The page of what the money moved for; an adjustment and a gift card have none. */
function pageOf({ type, reference }: Transaction): string | null {
  if (type === "recharge") return `${path}/recharge/${reference}`;
  return isOrderNo(reference) ? `/account/orders/${reference}` : null;
}

type TransactionRowProps = { entry: Transaction; currency: string; name: string; balanceAfter: string };

function TransactionRow({ entry, currency, name, balanceAfter }: TransactionRowProps) {
  const isIn = entry.direction === "in";
  const Icon = isIn ? ArrowDownLeft : ArrowUpRight;
  const page = pageOf(entry);
  return (
    <li className="flex items-center gap-3.5 py-3.5">
      <span
        className={cx(
          "grid size-9 shrink-0 place-items-center rounded-full",
          isIn ? "bg-ok-soft text-ok" : "bg-sunken text-ink-muted",
        )}
      >
        <Icon className="size-4.5" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="break-words text-ink-faint text-xs">
          <DateTime value={entry.created_at} /> ·{" "}
          {page ? (
            <Link href={page} className="font-mono underline underline-offset-4 hover:text-ink">
              {entry.reference}
            </Link>
          ) : (
            <span className="font-mono">{entry.reference}</span>
          )}
          {entry.remark ? ` · ${entry.remark}` : null}
        </p>
      </div>
      <div className="shrink-0 text-end">
        <Money
          value={entry.amount}
          currency={currency}
          sign={isIn ? "+" : "−"}
          className={cx("font-medium", isIn && "text-ok")}
        />
        <p className="text-ink-faint text-xs tabular-nums">{balanceAfter}</p>
      </div>
    </li>
  );
}
