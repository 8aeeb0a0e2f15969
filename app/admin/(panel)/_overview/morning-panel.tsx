import { ChartLine, CircleCheck, ListTodo, TriangleAlert } from "lucide-react";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ActButton } from "@/components/admin/form/act-button";
import { Panel } from "@/components/admin/page-frame";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
import type { Morning } from "@/lib/operations/morning/schema";
import { needWords } from "./need-words";

/** Three sentences: what happened since the last look, what waits for a person, and whether everything works. */
export async function MorningPanel({ morning }: { morning: Morning }) {
  const [t, words, format, locale] = await Promise.all([
    getTranslations("admin-sell.morning"),
    needWords(),
    getFormatter(),
    getLocale(),
  ]);
  const named = (...states: Morning["needs"][number]["state"][]) =>
    morning.needs
      .filter(({ state }) => states.includes(state))
      .map(({ kind, name }) => (name === null ? words.needs[kind] : `${words.needs[kind]} ${name}`));
  const money = (amount: string) => formatMoney(amount, morning.currency, locale);
  const failing = named("failing", "missing");
  return (
    <Panel
      title={t("title")}
      description={t("text")}
      actions={
        <ActButton variant="ghost" write={{ path: "/admin/session/look", success: t("done") }}>
          {t("seen")}
        </ActButton>
      }
    >
      <ul className="flex flex-col gap-2 text-sm">
        <Sentence icon={<ChartLine className="text-pine" />}>
          {words.happened({
            since: format.dateTime(new Date(morning.since), { dateStyle: "medium", timeStyle: "short" }),
            orders: morning.paid_orders,
            revenue: money(morning.revenue),
            refunded: Number(morning.refunded) > 0 ? money(morning.refunded) : null,
          })}
        </Sentence>
        <Sentence
          href="/admin/tasks"
          icon={<ListTodo className={morning.waiting > 0 ? "text-warn" : "text-ok"} />}
        >
          {words.waiting(morning.waiting, morning.first_task)}
        </Sentence>
        <Sentence
          href="#needs"
          icon={
            failing.length > 0 ? (
              <TriangleAlert className="text-danger" />
            ) : (
              <CircleCheck className="text-ok" />
            )
          }
        >
          {words.works(failing, named("untried"))}
        </Sentence>
      </ul>
    </Panel>
  );
}

function Sentence({ href, icon, children }: { href?: string; icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-0.5 shrink-0 [&_svg]:size-4" aria-hidden>
        {icon}
      </span>
      <span className="wrap-anywhere line-clamp-3 min-w-0" title={children}>
        {href ? (
          <Link href={href} className="py-1 hover:text-pine hover:underline">
            {children}
          </Link>
        ) : (
          children
        )}
      </span>
    </li>
  );
}
