"use client";

import { Paperclip, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendFile } from "@/components/admin/delivery/send-file";
import { ChooseFile } from "@/components/admin/form/choose-file";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { Problem } from "@/components/admin/later-problem";
import { useApi } from "@/components/admin/use-api";
import { api } from "@/components/api/client";
import { Button, buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { FileSize } from "@/components/ui/file-size";
import { Progress } from "@/components/ui/progress";
import type { FileByHand } from "@/lib/orders/staff/admin-schema";

/** How often the state of files that are being checked is asked. */
const checkMs = 2_000;

/** The files that are made for the items of one order. */
export const useOrderFiles = (orderNo: string) =>
  useApi<{ files: FileByHand[] }>(`/admin/orders/${orderNo}/files`, {
    refreshInterval: (latest) => (latest?.files.some(({ status }) => status === "checking") ? checkMs : 0),
  });

type OrderFilesProps = {
  orderNo: string;
  item: number;
  files: readonly FileByHand[];
  onChange: () => Promise<unknown>;
};

/** The files of one item: they are handed over with it. An upload that broke goes on when the same file is chosen again. */
export function OrderFiles({ orderNo, item, files, onChange }: OrderFilesProps) {
  const t = useTranslations("admin-sell.order.byHandForm");
  const errorText = useAdminError();
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useUnsaved(sending !== null);

  async function run(work: () => Promise<unknown>) {
    setProblem(null);
    try {
      await work();
    } catch (cause) {
      setProblem(errorText(cause));
    }
    setSending(null);
    await onChange();
  }

  async function send(file: File) {
    setSending({ name: file.name, percent: 0 });
    const begun = files.find(
      ({ status, name, bytes }) => status === "uploading" && name === file.name && bytes === file.size,
    );
    const body = { item, title: file.name, name: file.name, bytes: file.size };
    const url =
      begun?.upload_url ??
      (await api<{ upload_url: string }>(`/admin/orders/${orderNo}/files`, { method: "POST", body }))
        .upload_url;
    await sendFile(file, url, (percent) => setSending({ name: file.name, percent }));
  }

  /** One after the other; those behind one that is refused are not sent. */
  const add = (chosen: readonly File[]) =>
    run(async () => {
      for (const file of chosen) {
        await send(file);
        await onChange();
      }
    });
  const remove = (id: number) => run(() => api(`/admin/file-versions/${id}`, { method: "DELETE" }));

  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1 empty:hidden" aria-label={t("files")}>
        {files.map((file) => (
          <li key={file.id} className="flex items-center gap-2 rounded-md bg-sunken py-1 pr-1 pl-3 text-sm">
            <span className="min-w-0 flex-1 truncate" title={file.name}>
              {file.name}
            </span>
            <span className="text-ink-muted text-xs">
              {t(`fileState.${file.status}`)} · <FileSize bytes={file.bytes} />
              {file.problem ? <Problem told={file.problem_rule} className="block text-danger" /> : null}
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("removeFile", { name: file.name })}
              disabled={sending !== null}
              onClick={() => void remove(file.id)}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {sending ? <Progress label={t("sending", sending)} value={sending.percent} /> : null}
      <p role="status" className="text-ink-muted text-xs empty:hidden">
        {sending ? t("sending", sending) : null}
      </p>
      <FieldError>{problem}</FieldError>
      <ChooseFile
        accept=""
        multiple
        disabled={sending !== null}
        pending={sending !== null}
        className={buttonClass("secondary", "sm", "cursor-pointer self-start")}
        onChoose={(chosen) => void add(chosen)}
      >
        <Paperclip aria-hidden />
        {t("addFile")}
      </ChooseFile>
    </div>
  );
}
