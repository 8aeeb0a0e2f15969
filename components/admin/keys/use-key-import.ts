"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { useApi } from "@/components/admin/use-api";
import { api } from "@/components/api/client";
import type { KeyFormat, KeyImportMode, KeyImportView } from "@/lib/stock/imports/schema";
import { piecesOf } from "./key-pieces";

export interface KeyText {
  text: string;
  name: string;
  note: string;
  leaveOut: boolean;
  format: KeyFormat;
}

interface Sending {
  done: number;
  total: number;
}

const lookAgainMs = 1_000;

/**
 * Sends a text in pieces; a job of the server reads it, so that the page may be closed then. The import that is shown is the
 * one that was sent here, or `found`, which is on its way already.
 */
export function useKeyImport(skuId: number | null, found: KeyImportView | null) {
  const router = useRouter();
  const errorText = useAdminError();
  const [id, setId] = useState(found?.id ?? null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stopping = useRef(false);
  const { data, mutate } = useApi<KeyImportView>(id === null ? null : `/admin/stock/imports/${id}`, {
    ...(found && found.id === id ? { fallbackData: found } : {}),
    refreshInterval: (view) => (view && !view.is_running ? 0 : lookAgainMs),
    onSuccess: (view) => {
      if (view.status === "done") router.refresh();
    },
  });

  const post = <T>(path: string, body: object) =>
    api<T>(`/admin/stock/imports${path}`, { method: "POST", body });

  async function send({ text, name, note, leaveOut, format }: KeyText) {
    const pieces = [...piecesOf(text)];
    const opened = await post<{ id: number }>("", {
      ...(skuId === null ? {} : { sku_id: skuId }),
      name,
      note,
      leave_out_elsewhere: leaveOut,
      format,
    });
    for (const [number, piece] of pieces.entries()) {
      if (stopping.current) return null;
      setSending({ done: number, total: pieces.length });
      await post(`/${opened.id}/pieces`, { number, text: piece });
    }
    return { id: opened.id, pieces: pieces.length };
  }

  async function guarded(act: () => Promise<void>) {
    setProblem(null);
    try {
      await act();
    } catch (cause) {
      setProblem(errorText(cause));
    }
    setSending(null);
  }

  const run = (text: KeyText, mode: KeyImportMode) =>
    guarded(async () => {
      stopping.current = false;
      setSending({ done: 0, total: 1 });
      const sent = await send(text);
      if (!sent) return;
      await post(`/${sent.id}/start`, { mode, pieces: sent.pieces });
      setId(sent.id);
      await mutate();
    });

  /** After a check: the text is here already, so only what is done with it is sent. */
  const goOn = (view: KeyImportView, mode: KeyImportMode) =>
    guarded(async () => {
      await post(`/${view.id}/start`, { mode, pieces: view.pieces });
      await mutate();
    });

  const cancel = (view: KeyImportView) =>
    guarded(async () => {
      await post(`/${view.id}/cancel`, {});
      await mutate();
    });

  return {
    view: id === null ? null : (data ?? null),
    isWaiting: id !== null && data === undefined,
    sending,
    problem,
    run,
    goOn,
    cancel,
    stopSending: () => {
      stopping.current = true;
    },
    reset: () => {
      setId(null);
      setProblem(null);
    },
  };
}
