import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Facts, Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import type { UpdateRun, Updates } from "@/lib/operations/updates/schema";

const tones = { running: "warn", done: "ok", failed: "danger", returned: "warn", stuck: "danger" } as const;

/** Steps of an update that is asked for, goes on or was the last one. */
export function UpdateRunPanel({ updates, isAway }: { updates: Updates; isAway: boolean }) {
  const t = useTranslations("admin-system.about");
  const { run, request } = updates;
  if (request)
    return (
      <Panel title={t("waiting")}>
        <p role="status" className="flex items-center gap-2 text-sm">
          {request.problem_rule ? (
            <Problem told={request.problem_rule} className="text-danger" />
          ) : (
            <LoaderCircle className="size-4 animate-spin" aria-hidden />
          )}
        </p>
      </Panel>
    );
  if (!run) return null;
  const versions = { from: run.from, to: run.to };
  return (
    <Panel
      title={run.act === "rollback" ? t("runBack", versions) : t("run", versions)}
      actions={<StateBadge tone={tones[run.outcome]}>{t(`outcomes.${run.outcome}`)}</StateBadge>}
    >
      <Steps run={run} />
      {isAway && run.outcome === "running" ? (
        <p role="status" className="mt-3 text-ink-muted text-sm">
          {t("away")}
        </p>
      ) : null}
      {run.problem_rule ? (
        <p role="alert" className="mt-3 break-words text-danger text-sm">
          <Problem told={run.problem_rule} />
        </p>
      ) : null}
      <Facts
        className="mt-3"
        facts={[
          run.act === "update" &&
            run.outcome === "running" &&
            run.backup !== null && {
              label: t("wayBack"),
              value: run.returns_by_itself ? t("wayBackVersion") : t("wayBackBackup"),
              wide: true,
            },
          run.backup !== null && {
            label: t("backup"),
            value: <span className="break-all font-mono text-xs">{run.backup}</span>,
            wide: true,
          },
          run.outcome === "stuck" &&
            run.backup !== null && {
              label: t("wayBack"),
              value: <span className="break-all">{t("restore", { backup: run.backup })}</span>,
              wide: true,
            },
        ]}
      />
    </Panel>
  );
}

function Steps({ run }: { run: UpdateRun }) {
  const t = useTranslations("admin-system.about");
  const last = run.steps.length - 1;
  return (
    <ol className="flex flex-col gap-1.5 text-sm" aria-live="polite">
      {run.steps.map(({ step, at }, index) => (
        <li key={`${step} ${at}`} className="flex items-center gap-2">
          {index < last || run.outcome === "done" || (step === "return" && run.outcome === "returned") ? (
            <Check className="size-4 shrink-0 text-ok" aria-hidden />
          ) : run.outcome === "running" ? (
            <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden />
          ) : (
            <CircleAlert className="size-4 shrink-0 text-danger" aria-hidden />
          )}
          <span className="min-w-0 grow">
            {run.act === "rollback" && step === "check" ? t("checkFit") : t(`steps.${step}`)}
          </span>
          <span className="shrink-0 text-ink-muted text-xs">
            <DateTime value={at} style="exact" />
          </span>
        </li>
      ))}
    </ol>
  );
}
