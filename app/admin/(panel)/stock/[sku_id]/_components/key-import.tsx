"use client";

import { FileUp } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { type DragEvent, useDeferredValue, useId, useMemo, useState } from "react";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { Button, buttonClass } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox";
import { downloadText } from "@/components/ui/download-text";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { type KeyLines, mostLines, readLines } from "./key-chunks";
import { findTable, takeColumn } from "./key-columns";
import { decodeKeys, type KeyEncoding } from "./key-file";
import { type ImportState, useKeyImport } from "./use-key-import";

interface KeyFile {
  name: string;
  text: string;
  encoding: KeyEncoding;
}

function useKeysProblem() {
  const t = useTranslations("admin-sell.keys");
  return ({ lines, tooLong, unreadable }: KeyLines): string | null => {
    if (lines.length > mostLines) return t("tooMany", { count: lines.length });
    if (unreadable !== null) return t("unreadable", { line: unreadable });
    return tooLong === null ? null : t("tooLong", { line: tooLong });
  };
}

export function KeyImport({ skuId }: { skuId: number }) {
  const t = useTranslations("admin-sell.keys");
  const fileId = useId();
  const [text, setText] = useState("");
  const [file, setFile] = useState<KeyFile | null>(null);
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [leaveOut, setLeaveOut] = useState(true);
  const { state, run, stop, reset } = useKeyImport(skuId);
  const source = useDeferredValue(file?.text ?? text);
  const [column, setColumn] = useState(-1);
  const [skipsFirst, setSkipsFirst] = useState(false);
  const raw = useMemo(() => source.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/), [source]);
  const table = useMemo(() => findTable(raw.slice(0, 20).filter((line) => line.trim() !== "")), [raw]);
  const read = useMemo(() => {
    const kept = skipsFirst && table ? raw.slice(1) : raw;
    const lines = table && column >= 0 ? takeColumn(kept, table.delimiter, column) : kept;
    return readLines(lines.join("\n"));
  }, [raw, table, column, skipsFirst]);

  // While it runs, leaving would stop it after the chunk that is on its way.
  useUnsaved(state.phase === "running" || (state.phase === "idle" && (source.trim() !== "" || note !== "")));
  const keysProblem = useKeysProblem()(read);

  async function take(chosen: File | undefined) {
    if (!chosen) return;
    const decoded = decodeKeys(new Uint8Array(await chosen.arrayBuffer()));
    setFile(decoded && { name: chosen.name, ...decoded });
    setRefusedFile(decoded ? null : chosen.name);
    if (decoded) setText("");
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }

  if (state.phase === "running") {
    return (
      <div className="flex flex-col gap-3" aria-live="polite">
        <Progress label={t("importing")} value={state.sent} max={state.total} />
        <div className="flex items-center justify-between gap-3 text-sm">
          <span className="tabular text-ink-muted">
            {t("progress", { done: state.sent, total: state.total })}
          </span>
          <Button variant="secondary" size="sm" onClick={stop}>
            {t("stop")}
          </Button>
        </div>
      </div>
    );
  }
  if (state.phase === "done") {
    return (
      <Report
        state={state}
        onAgain={() => {
          setText("");
          setFile(null);
          reset();
        }}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {file ? (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          <span className="min-w-0 truncate">
            {t("fileChosen", { name: file.name, lines: read.lines.length })}
          </span>
          <Button variant="ghost" size="sm" onClick={() => setFile(null)}>
            {t("paste")}
          </Button>
        </p>
      ) : (
        <Field label={t("paste")}>
          <Textarea
            rows={7}
            value={text}
            spellCheck={false}
            placeholder={t("pastePlaceholder")}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop}
            onChange={({ target }) => {
              setText(target.value);
              setRefusedFile(null);
            }}
            className="font-mono text-sm"
          />
        </Field>
      )}
      {table ? (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <Field label={t("column")} className="min-w-48 flex-1">
            <Select value={String(column)} onChange={({ target }) => setColumn(Number(target.value))}>
              <option value="-1">{t("wholeLine")}</option>
              {table.sample
                .map((cell, index) => ({ cell, index }))
                .map(({ cell, index }) => (
                  <option key={index} value={index}>
                    {t("columnNo", { no: index + 1, sample: cell.slice(0, 40) })}
                  </option>
                ))}
            </Select>
          </Field>
          <CheckboxField
            label={t("skipFirst")}
            checked={skipsFirst}
            onCheckedChange={(on) => setSkipsFirst(on === true)}
          />
        </div>
      ) : null}
      {file?.encoding === "gb18030" ? (
        <GuessedEncoding lines={read.lines} />
      ) : read.lines.length > 0 ? (
        <Preview lines={read.lines} />
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("note")} className="min-w-48 flex-1">
          <Input value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <label
          htmlFor={fileId}
          className={buttonClass("secondary", "md", "cursor-pointer")}
          title={t("fileHint")}
        >
          <FileUp aria-hidden />
          {t("file")}
          <input
            id={fileId}
            type="file"
            accept=".txt,.csv,text/plain,text/csv"
            className="sr-only"
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = "";
            }}
          />
        </label>
        <Button
          disabled={read.lines.length === 0 || keysProblem !== null}
          onClick={() => run(read, note, leaveOut)}
        >
          {t("import", { count: read.lines.length })}
        </Button>
      </div>
      <CheckboxField
        label={t("leaveOut")}
        hint={t("leaveOutHint")}
        checked={leaveOut}
        onCheckedChange={(on) => setLeaveOut(on === true)}
      />
      <FieldError>
        {refusedFile === null ? (keysProblem ?? state.problem) : t("noText", { name: refusedFile })}
      </FieldError>
    </div>
  );
}

function Preview({ lines }: { lines: readonly string[] }) {
  const t = useTranslations("admin-sell.keys");
  return (
    <div className="rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="text-ink-muted text-xs">{t("preview")}</p>
      <pre className="mt-1 overflow-x-auto font-mono text-xs">{lines.slice(0, 5).join("\n")}</pre>
    </div>
  );
}

/** Bytes that are no UTF-8 may be another old encoding than GB18030: only a person can tell, from what they see. */
function GuessedEncoding({ lines }: { lines: readonly string[] }) {
  const t = useTranslations("admin-sell.keys");
  return (
    <div role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm">
      <p className="text-warn">{t("guessed")}</p>
      <pre className="mt-2 overflow-x-auto font-mono">{lines.slice(0, 5).join("\n")}</pre>
    </div>
  );
}

/** Which lines were here already, to be compared with what the supplier sent. */
function DuplicatesFile({ lines }: { lines: readonly string[] }) {
  const t = useTranslations("admin-sell.keys");
  return (
    <Button
      variant="secondary"
      size="sm"
      className="self-start"
      onClick={() => downloadText("duplicates.txt", `${lines.join("\n")}\n`)}
    >
      {t("duplicatesFile")}
    </Button>
  );
}

function Report({ state, onAgain }: { state: ImportState; onAgain: () => void }) {
  const t = useTranslations("admin-sell.keys");
  const format = useFormatter();
  const { result, problem } = state;
  if (!result) return null;
  const rows = [
    { label: t("imported"), value: result.imported, strong: true },
    { label: t("duplicates"), value: result.duplicates },
    { label: t("repeated"), value: result.repeated },
    { label: t("blank"), value: result.blank },
  ];
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="font-medium">{result.isWhole ? t("report") : t("reportPart")}</p>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {rows.map((row) => (
          <div key={row.label} className="rounded-md bg-sunken px-3 py-2">
            <dt className="text-ink-muted text-xs">{row.label}</dt>
            <dd className={`tabular text-lg ${row.strong ? "font-semibold text-ok" : ""}`}>
              {format.number(row.value)}
            </dd>
          </div>
        ))}
      </dl>
      {result.voided > 0 ? (
        <p className="text-sm text-warn">{t("voidedEarlier", { count: result.voided })}</p>
      ) : null}
      {result.elsewhere.map((sku) => (
        <p key={sku.sku_id} className="text-sm text-warn">
          <Link href={`/admin/stock/${sku.sku_id}`} className="underline underline-offset-4">
            {t("elsewhere", { name: sku.name, count: sku.count })}
          </Link>{" "}
          ({result.isLeftOut ? t("elsewhereOut") : t("elsewhereIn")})
        </p>
      ))}
      {result.duplicateLines.length > 0 ? <DuplicatesFile lines={result.duplicateLines} /> : null}
      {result.isWhole ? null : (
        <p className="text-warn text-sm">
          {t("progress", { done: state.sent, total: state.total })}. {t("stopped")}
        </p>
      )}
      <FieldError>{problem}</FieldError>
      <Button variant="secondary" size="sm" className="self-start" onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
}
