import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { Morning, NeedKind } from "@/lib/operations/morning/schema";
import { needWords } from "./need-words";

type SeenNeed = Morning["needs"][number];

/** Pages where a need is seen to, one for all of a kind and one for each. */
const places: Record<NeedKind, { list: string; one?: string }> = {
  database: { list: "/admin/alerts" },
  worker: { list: "/admin/alerts" },
  disk: { list: "/admin/alerts" },
  clock: { list: "/admin/alerts" },
  channel: { list: "/admin/channels", one: "/admin/channels/" },
  stock: { list: "/admin/tasks?kind=stock.out" },
  supplier: { list: "/admin/connections", one: "/admin/connections/" },
  mail: { list: "/admin/mails" },
  messenger: { list: "/admin/notifications", one: "/admin/notifications/" },
  backup: { list: "/admin/settings" },
};

const placeOf = ({ kind, id, state }: SeenNeed): string => {
  if (kind === "mail" && state === "missing") return "/admin/mails/server";
  const { list, one } = places[kind];
  return one && id !== null ? `${one}${id}` : list;
};

const wordOf = ({ kind, state }: SeenNeed) => (state === "failing" && kind === "stock" ? "soldOut" : state);

/** The colour of each state, here and at the first steps. */
export const needStates = { good: "active", failing: "failed", untried: "untried", missing: "late" } as const;

/** Others answered at some time; the shop's own state is that of now. */
const isTried = ({ kind }: SeenNeed) => ["channel", "supplier", "mail", "messenger", "backup"].includes(kind);

/** Lists the needs of a sale with the page where each is seen to: what is not met, or not tried, first, and the rest folded. */
export async function Needs({ needs }: { needs: readonly SeenNeed[] }) {
  const t = await getTranslations("admin-sell.needs");
  const open = needs.filter(({ state }) => state !== "good");
  const good = needs.filter(({ state }) => state === "good");
  if (needs.length === 0) return null;
  return (
    <Panel id="needs" title={t("title")} flush>
      <Rows needs={open} />
      {good.length > 0 ? (
        <details className="border-line border-t text-sm">
          <summary className="px-4 py-2 text-ink-muted hover:text-ink">
            {t("all", { count: good.length })}
          </summary>
          <Rows needs={good} />
        </details>
      ) : null}
    </Panel>
  );
}

async function Rows({ needs }: { needs: readonly SeenNeed[] }) {
  const [t, words] = await Promise.all([getTranslations("admin-sell.needs"), needWords()]);
  return (
    <ul className="border-line border-t empty:border-t-0">
      {needs.map((need) => (
        <li
          key={`${need.kind}:${need.id}`}
          className="flex items-baseline gap-3 border-line border-t px-4 py-2 text-sm first:border-t-0"
        >
          <span className="line-clamp-2 min-w-0 flex-1">
            <Link href={placeOf(need)} className="py-1 hover:text-pine hover:underline">
              {need.name === null
                ? words.needs[need.kind]
                : t("named", { kind: words.needs[need.kind], name: need.name })}
            </Link>
            {need.problem_rule ? (
              <>
                {" "}
                <Problem told={need.problem_rule} className="text-ink-muted" />
              </>
            ) : null}
          </span>
          {isTried(need) && need.good_at ? (
            <span className="shrink-0 whitespace-nowrap text-ink-faint text-xs">
              {t("lastGood")} <DateTime value={need.good_at} style="ago" />
            </span>
          ) : null}
          <StateBadge state={needStates[need.state]}>{t(`states.${wordOf(need)}`)}</StateBadge>
        </li>
      ))}
    </ul>
  );
}
