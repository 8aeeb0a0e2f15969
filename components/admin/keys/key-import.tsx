"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ChooseFile } from "@/components/admin/form/choose-file";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { Button, buttonClass } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { KeyImportMode, KeyImportView } from "@/lib/stock/imports/schema";
import { ColumnMapper } from "./column-mapper";
import { ImportProgress, ImportReport } from "./import-report";
import { useKeyImport } from "./use-key-import";
import { type FormatKind, useKeyText } from "./use-key-text";

/** `skuId` null: a table whose lines name their options. `found`: an import that is on its way. */
export function KeyImport({ skuId, found }: { skuId: number | null; found: KeyImportView | null }) {
  const t = useTranslations("admin-sell.keys");
  const keys = useKeyText(skuId === null);
  const [note, setNote] = useState("");
  const [leaveOut, setLeaveOut] = useState(true);
  const job = useKeyImport(skuId, found);
  const { view, sending } = job;

  // Once the text is with the server, a job reads it whether or not this page is open.
  useUnsaved(sending !== null || (view === null && (keys.source.trim() !== "" || note !== "")));

  const run = (mode: KeyImportMode) =>
    keys.format &&
    void job.run(
      { text: keys.source, name: keys.file?.name ?? "", note, leaveOut, format: keys.format },
      mode,
    );

  if (sending) {
    return (
      <div className="flex flex-col gap-3" aria-live="polite">
        <Progress label={t("sending")} value={sending.done} max={sending.total} />
        <Button variant="secondary" size="sm" className="self-end" onClick={job.stopSending}>
          {t("stop")}
        </Button>
      </div>
    );
  }
  if (job.isWaiting) return <Progress label={t("sending")} value={1} max={1} />;
  if (view?.is_running) return <ImportProgress view={view} onCancel={() => void job.cancel(view)} />;
  if (view) {
    const isCheck = view.status === "checked";
    return (
      <div className="flex flex-col gap-3">
        <ImportReport
          view={view}
          onImport={() => void job.goOn(view, "import")}
          onAgain={() => {
            if (isCheck) void job.cancel(view);
            else keys.clear();
            job.reset();
          }}
        />
        <FieldError>{job.problem}</FieldError>
      </div>
    );
  }
  const isReady = keys.source.trim() !== "" && keys.format !== null;
  return (
    <ScriptForm
      onSend={() => run("import")}
      // Keys are added on purpose, not by an Enter in the note.
      onKeyDown={(event) => {
        const isBare = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
        if (isBare && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
      className="flex flex-col gap-4"
    >
      <KeySource keys={keys} isForAnyOption={skuId === null} />
      <div className="grid gap-3 empty:hidden sm:grid-cols-2">
        {skuId === null ? null : (
          <Field label={t("format")}>
            <Select value={keys.kind} onChange={({ target }) => keys.setKind(target.value as FormatKind)}>
              <option value="lines">{t("formats.lines")}</option>
              <option value="blocks">{t("formats.blocks")}</option>
              <option value="table">{t("formats.table")}</option>
            </Select>
          </Field>
        )}
        {keys.kind === "blocks" ? (
          <Field label={t("separator")} hint={t("separatorHint")}>
            <Input
              value={keys.separator}
              maxLength={40}
              className="font-mono"
              onChange={({ target }) => keys.setSeparator(target.value)}
            />
          </Field>
        ) : null}
      </div>
      <Preview keys={keys} />
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("note")} className="min-w-48 flex-1">
          <Input value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <Button variant="secondary" disabled={!isReady} onClick={() => run("check")}>
          {t("check")}
        </Button>
        <SubmitButton disabled={!isReady}>{t("import", { count: keys.count ?? 0 })}</SubmitButton>
      </div>
      <CheckboxField
        label={t("leaveOut")}
        hint={t("leaveOutHint")}
        checked={leaveOut}
        onCheckedChange={(on) => setLeaveOut(on === true)}
      />
      <FieldError>
        {keys.refusedFile === null ? job.problem : t("noText", { name: keys.refusedFile })}
      </FieldError>
    </ScriptForm>
  );
}

type Keys = ReturnType<typeof useKeyText>;

/** Where each line names its option, the sample is a table that does. */
function KeySource({ keys, isForAnyOption }: { keys: Keys; isForAnyOption: boolean }) {
  const t = useTranslations("admin-sell.keys");
  const box = useRef<HTMLDivElement>(null);
  // A link from "Sold out" leads here to paste.
  useEffect(() => {
    if (window.location.hash === "#add-keys") box.current?.querySelector("textarea")?.focus();
  }, []);
  function drop(event: DragEvent) {
    event.preventDefault();
    void keys.take(event.dataTransfer.files[0]);
  }
  return (
    <div ref={box} className="flex flex-col gap-2">
      {keys.file ? (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          <span className="min-w-0 truncate">
            {keys.count === null
              ? keys.file.name
              : t("fileChosen", { name: keys.file.name, lines: keys.count })}
          </span>
          <Button variant="ghost" size="sm" onClick={keys.dropFile}>
            {t("paste")}
          </Button>
        </p>
      ) : (
        <Field label={t("paste")}>
          <Textarea
            rows={7}
            value={keys.text}
            spellCheck={false}
            placeholder={t(isForAnyOption ? "tablePlaceholder" : "pastePlaceholder")}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop}
            onChange={({ target }) => keys.type(target.value)}
            className="font-mono text-sm"
          />
        </Field>
      )}
      <ChooseFile
        accept=".txt,.csv,.tsv,.conf,text/plain,text/csv"
        className={buttonClass("secondary", "md", "cursor-pointer self-start")}
        title={t("fileHint")}
        onChoose={([file]) => void keys.take(file)}
      >
        <FileUp aria-hidden />
        {t("file")}
      </ChooseFile>
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      {children}
    </p>
  );
}

function Preview({ keys }: { keys: Keys }) {
  const t = useTranslations("admin-sell.keys");
  if (keys.source.trim() === "") return null;
  const { unseen, breaks } = keys.unseen;
  // Bytes that are no UTF-8 may be another old encoding than GB18030: only a person can tell, from what they see.
  const isGuessed = keys.file?.encoding === "gb18030";
  return (
    <div className="flex flex-col gap-2">
      {isGuessed ? <Warning>{t("guessed")}</Warning> : null}
      {keys.isHeaded ? <Warning>{t("headed")}</Warning> : null}
      {unseen.length > 0 ? <Warning>{t("unseen", { characters: unseen.join(", ") })}</Warning> : null}
      {breaks.length > 0 ? <Warning>{t("lineLike", { characters: breaks.join(", ") })}</Warning> : null}
      {keys.kind === "table" && keys.table ? (
        <ColumnMapper
          table={keys.table}
          columns={keys.columns}
          onColumns={keys.setColumns}
          hasHeading={keys.hasHeading}
          onHeading={keys.setHeading}
        />
      ) : keys.kind === "table" ? (
        <p className="text-sm text-warn">{t("noTable")}</p>
      ) : (
        <div className="rounded-md bg-sunken px-3 py-2 text-sm">
          <p className="text-ink-muted text-xs">{t("preview")}</p>
          <ul className="mt-1 flex flex-col">
            {Array.from(keys.first.keys()).map((index) => (
              <li
                key={index}
                className="overflow-x-auto whitespace-pre border-line py-0.5 font-mono text-xs [&+&]:border-t"
              >
                {keys.first[index]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
