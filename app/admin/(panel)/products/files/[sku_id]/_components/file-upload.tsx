"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { AdminFile } from "@/lib/fulfillment/kinds/file/schema";
import { useFileUpload } from "./use-file-upload";

const empty = { title: "", version: "", notes: "" };

/** An upload that stopped goes on when a file of the same name and size is chosen, also in another browser. */
const findIncomplete = (files: readonly AdminFile[], file: File | null) =>
  file === null
    ? undefined
    : files
        .flatMap(({ versions }) => versions)
        .find(
          ({ status, name, bytes }) => status === "uploading" && name === file.name && bytes === file.size,
        );

export function FileUpload({ skuId, files }: { skuId: number; files: readonly AdminFile[] }) {
  const t = useTranslations("admin-sell.files");
  const [fileId, setFileId] = useState("");
  const [draft, setDraft] = useState(empty);
  const [file, setFile] = useState<File | null>(null);
  const { state, percent, upload, forget } = useFileUpload(skuId);
  const isRunning = state.phase === "running";
  useUnsaved(isRunning);
  const known = files.find(({ id }) => String(id) === fileId);
  const incomplete = findIncomplete(files, file);
  const set = (changes: Partial<typeof empty>) => setDraft({ ...draft, ...changes });
  const isComplete = file !== null && (incomplete || (draft.version && (known || draft.title)));

  return (
    <ScriptForm
      className="flex flex-col gap-4"
      onSend={() => {
        if (!file) return;
        const version = { ...draft, file_id: known?.id ?? null, title: known?.title ?? draft.title };
        void upload(file, version, incomplete?.upload_url ?? null);
      }}
    >
      <Field label={t("choose")} required>
        <Input
          type="file"
          disabled={isRunning}
          onChange={({ target }) => {
            forget();
            setFile(target.files?.[0] ?? null);
          }}
        />
      </Field>
      {incomplete ? null : (
        <>
          {files.length > 0 ? (
            <Field label={t("which")}>
              <Select value={fileId} onChange={({ target }) => setFileId(target.value)}>
                <option value="">{t("newFile")}</option>
                {files.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          {known ? null : (
            <Field label={t("fileTitle")} required>
              <Input value={draft.title} onChange={({ target }) => set({ title: target.value })} />
            </Field>
          )}
          <Field label={t("version")} required>
            <Input
              value={draft.version}
              placeholder="1.0"
              onChange={({ target }) => set({ version: target.value })}
            />
          </Field>
          <Field label={t("notes")}>
            <Textarea rows={3} value={draft.notes} onChange={({ target }) => set({ notes: target.value })} />
          </Field>
        </>
      )}
      {isRunning && file ? (
        <Progress label={t("uploading", { name: file.name, percent })} value={percent} />
      ) : null}
      <p role="status" className="text-ink-muted text-sm empty:hidden">
        {isRunning && file ? t("uploading", { name: file.name, percent }) : null}
        {state.phase === "done" ? t("done") : null}
      </p>
      <FieldError>{state.phase === "failed" ? state.message : null}</FieldError>
      <SubmitButton loading={isRunning} disabled={!isComplete} className="self-start">
        {t("start")}
      </SubmitButton>
    </ScriptForm>
  );
}
