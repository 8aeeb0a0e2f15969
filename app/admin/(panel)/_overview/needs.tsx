import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { Link } from "@/components/ui/link";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission, type Permission } from "@/lib/acts/permissions";
import { type Need, type NeedKind, readNeeds } from "@/lib/operations/needs";

/** Permission to read of a need, and the page where it is seen to. */
const places: Record<NeedKind, { permission: Permission; list: string; one?: string }> = {
  database: { permission: "settings:read", list: "/admin/alerts" },
  worker: { permission: "settings:read", list: "/admin/alerts" },
  disk: { permission: "settings:read", list: "/admin/alerts" },
  clock: { permission: "settings:read", list: "/admin/alerts" },
  channel: { permission: "payments:read", list: "/admin/channels", one: "/admin/channels/" },
  stock: { permission: "stock:read", list: "/admin/tasks?kind=stock.out" },
  supplier: { permission: "interconnect:read", list: "/admin/connections", one: "/admin/connections/" },
  mail: { permission: "customers:read", list: "/admin/mails" },
  messenger: { permission: "settings:read", list: "/admin/notifications", one: "/admin/notifications/" },
  backup: { permission: "settings:read", list: "/admin/settings" },
};

/** Noted by the server in words that are there in every language; of this machine the alerts tell more. */
const hasWords: readonly NeedKind[] = ["channel", "supplier", "mail", "messenger"];

const placeOf = ({ kind, id, state }: Need): string => {
  if (kind === "mail" && state === "missing") return "/admin/mails/server";
  const { list, one } = places[kind];
  return one && id !== null ? `${one}${id}` : list;
};

const wordOf = ({ kind, state }: Need) =>
  state === "failing"
    ? kind === "stock"
      ? "soldOut"
      : "failing"
    : state === "missing"
      ? "missing"
      : "untried";

/** Lists the needs of a sale that are not met, or that nobody has tried; nothing where all of it is good. */
export async function Needs({ actor }: { actor: AdminActor }) {
  const [t, needs] = await Promise.all([getTranslations("admin-sell.needs"), readNeeds()]);
  const open = needs.filter(
    ({ kind, state }) => state !== "good" && hasPermission(actor, places[kind].permission),
  );
  if (open.length === 0) return null;
  return (
    <Panel title={t("title")} flush>
      <ul className="border-line border-t">
        {open.map((need) => (
          <li
            key={`${need.kind}:${need.id}`}
            className="flex items-baseline gap-3 border-line border-t px-4 py-2 text-sm first:border-t-0"
          >
            <span className="line-clamp-2 min-w-0 flex-1">
              <Link href={placeOf(need)} className="hover:text-pine hover:underline">
                {need.name === null
                  ? t(`kinds.${need.kind}`)
                  : t("named", { kind: t(`kinds.${need.kind}`), name: need.name })}
              </Link>
              {need.problem && hasWords.includes(need.kind) ? (
                <>
                  {" "}
                  <Problem told={need.problem} className="text-ink-muted" />
                </>
              ) : null}
            </span>
            <StateBadge state={need.state === "failing" ? "failed" : "late"}>
              {t(`states.${wordOf(need)}`)}
            </StateBadge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
