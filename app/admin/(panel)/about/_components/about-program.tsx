"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import useSWR from "swr";
import { ActButton } from "@/components/admin/form/act-button";
import { Problem } from "@/components/admin/later-problem";
import { Facts, Panel } from "@/components/admin/page-frame";
import { api } from "@/components/api/client";
import { DateTime } from "@/components/ui/date-time";
import type { Updates } from "@/lib/operations/updates/schema";
import { InstallationHint } from "./installation-hint";
import { ProveAndAsk } from "./prove-and-ask";
import { UpdateRunPanel } from "./update-run-panel";

type AboutProgramProps = { drawn: Updates; mayWrite: boolean; hasSecondFactor: boolean };

const everyMs = 1_000;
const isGoingOn = ({ run, request }: Updates) => request !== null || run?.outcome === "running";

/** Goes on by itself over the restart of the shop: what cannot be asked for a moment is asked again. */
export function AboutProgram({ drawn, mayWrite, hasSecondFactor }: AboutProgramProps) {
  const t = useTranslations("admin-system.about");
  const { data, error, mutate } = useSWR("/admin/updates", (path: string) => api<Updates>(path), {
    fallbackData: drawn,
    revalidateOnMount: false,
    refreshInterval: (last) => (isGoingOn(last ?? drawn) ? everyMs : 0),
    refreshWhenHidden: true,
    // At an even pace: the usual waits grow, and the shop is away for seconds.
    onErrorRetry: (_problem, _key, _config, revalidate, options) =>
      void setTimeout(() => void revalidate(options), everyMs),
  });
  const updates = data ?? drawn;
  const { version, installation, newer, former, run, request, source } = updates;
  const goesOn = isGoingOn(updates);
  const wentOn = useRef(goesOn);

  // The other version brings scripts of its own. Of several hosts, each with a version, none is waited for here.
  useEffect(() => {
    if (wentOn.current && !goesOn && version !== drawn.version) window.location.reload();
    wentOn.current ||= goesOn;
  }, [goesOn, version, drawn.version]);

  const isOffered = mayWrite && installation === "versions" && updates.has_updater && !goesOn;
  const ask = { hasSecondFactor, onAsked: (answer: Updates) => void mutate(answer, { revalidate: false }) };
  const next = newer[0];
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title={t("version")}
        actions={
          isOffered && former !== null ? (
            <ProveAndAsk
              {...ask}
              path="/admin/updates/rollback"
              label={t("rollback", { version: former })}
              title={t("rollbackTitle", { version: former })}
              description={t("rollbackText", { version: former })}
              confirmLabel={t("rollbackNow")}
              variant="secondary"
            />
          ) : null
        }
      >
        <p className="tabular font-semibold text-2xl">{version}</p>
        {source !== null && updates.asked_at !== null && !next && updates.source_problem === null ? (
          <p className="mt-1 text-ink-muted text-sm">{t("newest")}</p>
        ) : null}
      </Panel>
      {run || request ? <UpdateRunPanel updates={updates} isAway={error !== undefined} /> : null}
      <Source updates={updates} mayWrite={mayWrite} />
      {next ? (
        <Panel
          title={t("newer")}
          actions={
            isOffered && updates.has_key ? (
              <ProveAndAsk
                {...ask}
                path="/admin/updates"
                body={{ version: next.version }}
                label={t("update", { version: next.version })}
                title={t("updateTitle", { version: next.version })}
                description={t("updateText", { current: version })}
                confirmLabel={t("updateNow")}
                variant="primary"
              />
            ) : null
          }
        >
          <div className="flex flex-col gap-4">
            {newer.map((release) => (
              <article key={release.version}>
                <h3 className="font-semibold text-sm">
                  {release.version}{" "}
                  <span className="font-normal text-ink-muted">
                    <DateTime value={`${release.date}T12:00:00.000Z`} style="date" />
                  </span>
                </h3>
                {/* In the words of who made it. */}
                <p lang="en" className="mt-1 whitespace-pre-line break-words text-sm">
                  {release.notes}
                </p>
              </article>
            ))}
          </div>
        </Panel>
      ) : null}
      <InstallationHint updates={updates} />
    </div>
  );
}

function Source({ updates, mayWrite }: { updates: Updates; mayWrite: boolean }) {
  const t = useTranslations("admin-system.about");
  const { source, asked_at, source_problem_rule, has_key, asks_daily } = updates;
  if (source === null)
    return (
      <Panel title={t("noSource")}>
        <p className="text-ink-muted text-sm">{t("noSourceText")}</p>
      </Panel>
    );
  return (
    <Panel
      title={t("source")}
      description={asks_daily ? t("daily") : t("byHand")}
      actions={
        mayWrite ? (
          <ActButton write={{ path: "/admin/updates/look", success: t("looked") }}>{t("look")}</ActButton>
        ) : null
      }
    >
      <Facts
        facts={[
          { label: t("source"), value: <span className="break-all">{source}</span>, wide: true },
          { label: t("asked"), value: asked_at ? <DateTime value={asked_at} style="ago" /> : t("never") },
        ]}
      />
      {source_problem_rule ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          <Problem told={source_problem_rule} />
        </p>
      ) : null}
      {has_key ? null : (
        <p className="mt-3 text-sm text-warn">
          <strong className="font-semibold">{t("noKey")}</strong> {t("noKeyText")}
        </p>
      )}
    </Panel>
  );
}
