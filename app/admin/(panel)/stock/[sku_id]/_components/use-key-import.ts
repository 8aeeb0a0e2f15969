"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import type { ImportReport } from "@/lib/stock/schema";
import { chunksOf, type KeyLines } from "./key-chunks";

export interface ImportResult {
  imported: number;
  duplicates: number;
  duplicateLines: string[];
  voided: number;
  elsewhere: ImportReport["elsewhere"];
  isLeftOut: boolean;
  repeated: number;
  blank: number;
  isWhole: boolean;
}

export interface ImportState {
  phase: "idle" | "running" | "done";
  sent: number;
  total: number;
  result: ImportResult | null;
  problem: string | null;
}

const idle: ImportState = { phase: "idle", sent: 0, total: 0, result: null, problem: null };

const addElsewhere = (
  before: ImportReport["elsewhere"],
  more: ImportReport["elsewhere"],
): ImportReport["elsewhere"] =>
  more.reduce((all, sku) => {
    const known = all.find((one) => one.sku_id === sku.sku_id);
    const others = all.filter((one) => one !== known);
    return [...others, { ...sku, count: sku.count + (known?.count ?? 0) }];
  }, before);

/** Sends the lines in chunks of one batch, one after another. What was sent stays when it stops. */
export function useKeyImport(skuId: number) {
  const router = useRouter();
  const errorText = useAdminError();
  const [state, setState] = useState<ImportState>(idle);
  const stopping = useRef<AbortController | null>(null);

  async function run({ lines, repeated, blank }: KeyLines, note: string, leaveOut: boolean) {
    const abort = new AbortController();
    stopping.current = abort;
    const result: ImportResult = {
      imported: 0,
      duplicates: 0,
      duplicateLines: [],
      voided: 0,
      elsewhere: [],
      isLeftOut: leaveOut,
      repeated,
      blank,
      isWhole: false,
    };
    let sent = 0;
    let batchId: number | undefined;
    let problem: string | null = null;
    setState({ ...idle, phase: "running", total: lines.length });
    try {
      for (const chunk of chunksOf(lines)) {
        if (abort.signal.aborted) break;
        const report: ImportReport = await api<ImportReport>(`/admin/stock/skus/${skuId}/import`, {
          method: "POST",
          body: {
            secrets: chunk.join("\n"),
            note,
            leave_out_elsewhere: leaveOut,
            ...(batchId === undefined ? {} : { batch_id: batchId }),
          },
        });
        batchId = report.batch_id;
        result.imported += report.imported;
        result.duplicates += report.duplicates;
        for (const index of report.duplicate_lines) {
          const line = chunk[index];
          if (line !== undefined) result.duplicateLines.push(line);
        }
        result.voided += report.voided;
        result.elsewhere = addElsewhere(result.elsewhere, report.elsewhere);
        sent += chunk.length;
        setState({ phase: "running", sent, total: lines.length, result: null, problem: null });
      }
      result.isWhole = sent === lines.length;
    } catch (cause) {
      problem = errorText(cause);
    }
    stopping.current = null;
    setState({
      phase: sent === 0 && problem !== null ? "idle" : "done",
      sent,
      total: lines.length,
      result: { ...result },
      problem,
    });
    if (sent > 0) router.refresh();
  }

  return { state, run, stop: () => stopping.current?.abort(), reset: () => setState(idle) };
}
