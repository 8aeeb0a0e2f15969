import { Circle, CircleCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Problem } from "@/components/admin/problem";
import { RemoveSamples } from "@/components/admin/remove-samples";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission } from "@/lib/acts/permissions";
import { type FirstStep, firstSteps, readFirstSteps } from "@/lib/operations/first-steps";
import type { Morning } from "@/lib/operations/morning/schema";
import { canRemoveSamples } from "@/lib/operations/remove-samples";
import { needStates } from "./needs";
import { StepsPanel } from "./steps-panel";

const pages: Record<FirstStep, string> = {
  name: "/admin/settings",
  category: "/admin/categories",
  product: "/admin/products/new",
  key: "/admin/stock",
  channel: "/admin/channels",
  mail: "/admin/mails/server",
  secondFactor: "/admin/account",
  address: "/admin/settings",
  backup: "/admin/settings",
};

/** Steps that are set in the configuration file or with a shell, and not in the admin. */
const outside: readonly FirstStep[] = ["address", "backup"];

/** Steps that are done when something outside has answered. */
const tried: Partial<Record<FirstStep, Morning["needs"][number]["kind"]>> = {
  channel: "channel",
  mail: "mail",
  backup: "backup",
};

/** Says what was tried for a step, when, and what came of it. */
async function Tried({ need }: { need: Morning["needs"][number] }) {
  if (need.state === "missing") return null;
  const t = await getTranslations("admin-sell.needs");
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-muted text-xs">
      <StateBadge state={needStates[need.state]}>{t(`states.${need.state}`)}</StateBadge>
      {need.name}
      {need.good_at ? (
        <span>
          {t("lastGood")} <DateTime value={need.good_at} style="ago" />
        </span>
      ) : null}
      {need.problem_rule ? <Problem told={need.problem_rule} className="block w-full break-words" /> : null}
    </span>
  );
}

/**
 * Lists the steps that are still to do before the shop can sell. Each is marked as done by itself, and the list
 * disappears when all are and no sample stands on the shelf.
 */
export async function FirstSteps({
  actor,
  needs,
}: {
  actor: AdminActor;
  /** Needs of a sale, with what was tried and when. */
  needs: Morning["needs"];
}) {
  if (!hasPermission(actor, "settings:write")) return null;
  const [t, done, hasSamples] = await Promise.all([
    getTranslations("admin-sell.firstSteps"),
    readFirstSteps(actor),
    hasPermission(actor, "catalogue:write") && canRemoveSamples(),
  ]);
  const count = firstSteps.filter((step) => done[step]).length;
  if (count === firstSteps.length && !hasSamples) return null;
  return (
    <StepsPanel
      title={t("title")}
      progress={t("done", { count, total: firstSteps.length })}
      share={count / firstSteps.length}
      texts={{ show: t("show"), hide: t("hide") }}
    >
      <ol className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {firstSteps.map((step) => {
          const Icon = done[step] ? CircleCheck : Circle;
          return (
            <li key={step} className="flex items-start gap-2.5 text-sm">
              <Icon
                className={`mt-0.5 size-4 shrink-0 ${done[step] ? "text-ok" : "text-ink-faint"}`}
                role="img"
                aria-label={done[step] ? t("isDone") : t("isOpen")}
              />
              <span className="min-w-0">
                {done[step] ? (
                  <span className="text-ink-muted">{t(`steps.${step}`)}</span>
                ) : outside.includes(step) ? (
                  <span className="font-medium">{t(`steps.${step}`)}</span>
                ) : (
                  <Link href={pages[step]} className="font-medium text-pine hover:underline">
                    {t(`steps.${step}`)}
                  </Link>
                )}
                {done[step] ? null : (
                  <span className="block text-ink-muted text-xs">{t(`texts.${step}`)}</span>
                )}
                {needs
                  .filter(({ kind, state }) => kind === tried[step] && (!done[step] || state === "failing"))
                  .map((need) => (
                    <Tried key={`${need.kind}:${need.id}`} need={need} />
                  ))}
              </span>
            </li>
          );
        })}
      </ol>
      {hasSamples ? (
        <p className="mt-4 flex flex-wrap items-center gap-3 border-line border-t pt-3 text-ink-muted text-sm">
          {t("samples.text")}
          <RemoveSamples size="sm" />
        </p>
      ) : null}
    </StepsPanel>
  );
}
