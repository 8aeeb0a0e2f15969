"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { Problem } from "@/components/admin/later-problem";
import { useApi } from "@/components/admin/use-api";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { toast } from "@/components/ui/toast";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";

/** Starts a pull and follows it; a pull of the schedule is followed as well. */
export function SyncButton({ connection }: { connection: ConnectionView }) {
  const t = useTranslations("admin-trade.connection");
  const errorText = useAdminError();
  const router = useRouter();
  const path = `/admin/interconnect/connections/${connection.id}`;
  /** The job begins a moment after it was asked for. */
  const [expectsUntil, setExpectsUntil] = useState(0);
  const { data, mutate } = useApi<ConnectionView>(path, {
    fallbackData: connection,
    revalidateOnMount: false,
    refreshInterval: (latest) => (latest?.is_syncing || Date.now() < expectsUntil ? 1_000 : 15_000),
  });
  const now = data ?? connection;
  const wasSyncing = useRef(connection.is_syncing);
  const lastRun = useRef(connection.last_run?.id ?? 0);

  useEffect(() => {
    const runId = now.last_run?.id ?? 0;
    const isOver = !now.is_syncing && (wasSyncing.current || runId > lastRun.current);
    wasSyncing.current = now.is_syncing;
    if (!isOver) return;
    lastRun.current = runId;
    setExpectsUntil(0);
    router.refresh();
  }, [now.is_syncing, now.last_run?.id, router]);

  async function sync() {
    try {
      await api(`${path}/sync`, { method: "POST", body: {} });
      toast.success(t("syncStarted"));
      setExpectsUntil(Date.now() + 20_000);
      await mutate();
    } catch (problem) {
      toast.error(errorText(problem));
    }
  }

  const run = now.last_run;
  return (
    <div className="flex min-w-56 flex-col items-end gap-1.5">
      <Button
        size="sm"
        variant="secondary"
        loading={now.is_syncing}
        onClick={sync}
        disabled={now.status !== "active"}
      >
        <RefreshCw aria-hidden />
        {t("sync")}
      </Button>
      {now.is_syncing && run ? (
        <div className="w-56" aria-live="polite">
          <Progress
            label={t("syncing", { seen: run.seen, total: run.total })}
            value={run.seen}
            max={run.total}
          />
          <p className="tabular mt-1 text-right text-ink-faint text-xs">
            {t("syncing", { seen: run.seen, total: run.total })}
          </p>
        </div>
      ) : now.last_sync_error ? (
        <p className="max-w-80 text-right text-danger text-xs">
          <Problem told={now.last_sync_error_rule} />
        </p>
      ) : null}
    </div>
  );
}
