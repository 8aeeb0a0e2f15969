"use client";

import { CircleCheck, FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChooseFile } from "@/components/admin/form/choose-file";
import { useWrite } from "@/components/admin/form/use-write";
import { Panel, Stat } from "@/components/admin/page-frame";
import { scrollable } from "@/components/admin/table/scrollable";
import { Button, buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { maxFileLength } from "@/lib/catalogue/csv/bounds";
import type { ProductImportReport } from "@/lib/catalogue/csv/schema";

type Chosen = { name: string; csv: string };

/** Takes a file, shows what it would do and why lines are refused, and then does it: all of it, or its good lines. */
export function ImportFile() {
  const t = useTranslations("admin-sell.products.file");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const [report, setReport] = useState<ProductImportReport | null>(null);
  const { submit, pending, formError, clear } = useWrite<ProductImportReport>(
    { path: "/admin/products/import" },
    (told) => {
      setReport(told);
      if (told.is_written) toast.success(t("written"));
    },
  );

  async function take(file: File | undefined) {
    if (!file) return;
    clear();
    setReport(null);
    const csv = file.size > maxFileLength ? null : await file.text();
    setTooLarge(csv === null ? file.name : null);
    setChosen(csv === null ? null : { name: file.name, csv });
    if (csv !== null) await submit({ csv, mode: "preview" });
  }

  const changed = report ? report.changes.length + report.options.created > 0 : false;
  return (
    <div className="flex flex-col gap-4">
      <Panel>
        <div className="flex flex-wrap items-center gap-3" aria-live="polite">
          <ChooseFile
            accept=".csv,text/csv,text/plain"
            className={buttonClass("secondary", "md", "relative cursor-pointer focus-within:outline-2")}
            pending={pending}
            disabled={pending}
            onChoose={([file]) => void take(file)}
          >
            <FileUp aria-hidden />
            {pending ? t("reading") : t("chooseFile")}
          </ChooseFile>
          <span className="min-w-0 break-words text-ink-muted text-sm">
            {chosen ? chosen.name : t("template")}
            {report ? ` · ${t("checked", { lines: report.lines })}` : null}
          </span>
          {chosen && report && !report.is_written && changed ? (
            <span className="ml-auto flex flex-wrap gap-2">
              {report.refused.length === 0 ? (
                <Button loading={pending} onClick={() => submit({ csv: chosen.csv, mode: "all" })}>
                  {t("writeAll")}
                </Button>
              ) : (
                <Button
                  variant="secondary"
                  loading={pending}
                  onClick={() => submit({ csv: chosen.csv, mode: "good" })}
                >
                  {t("writeGood")}
                </Button>
              )}
            </span>
          ) : null}
        </div>
        <FieldError>{tooLarge ? t("tooLarge", { name: tooLarge }) : formError()}</FieldError>
      </Panel>
      {report ? <Report report={report} /> : null}
    </div>
  );
}

function Report({ report }: { report: ProductImportReport }) {
  const t = useTranslations("admin-sell.products.file");
  const { products, options, refused, changes } = report;
  const total = (counts: typeof products) => counts.created + counts.changed;
  const place = (row: { slug: string; code: string }) => [row.slug, row.code].filter(Boolean).join(" · ");
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Stat label={t("importProducts")} value={total(products)} note={t("facts", products)} />
        <Stat label={t("importOptions")} value={total(options)} note={t("facts", options)} />
        <Stat
          label={t("importRefused")}
          value={refused.length}
          tone={refused.length > 0 ? "danger" : undefined}
          note={refused.length === 0 ? t("refusedNone") : undefined}
        />
      </div>
      {refused.length > 0 ? (
        <Panel title={t("importRefused")} flush>
          <Table
            label={t("importRefused")}
            heads={[t("line"), t("place"), t("column"), t("reason")]}
            rows={refused.map((row) => [String(row.line), place(row), row.column ?? "", row.reason])}
          />
        </Panel>
      ) : null}
      {changes.length === 0 && refused.length > 0 ? null : (
        <Panel title={report.is_written ? t("changesDone") : t("changesTitle")} flush>
          {changes.length === 0 ? (
            <p className="flex items-center gap-2 px-4 pb-4 text-ink-muted text-sm">
              <CircleCheck className="size-4" aria-hidden />
              {t("changesNone")}
            </p>
          ) : (
            <Table
              label={t("changesTitle")}
              heads={[t("line"), t("place"), t("column"), t("before"), t("after")]}
              rows={changes.map((row) => [
                String(row.line),
                place(row),
                row.column,
                row.from ?? t("newValue"),
                row.to || "–",
              ])}
            />
          )}
          {report.more_changes > 0 ? (
            <p className="px-4 py-3 text-ink-muted text-sm">
              {t("moreChanges", { count: report.more_changes })}
            </p>
          ) : null}
        </Panel>
      )}
    </>
  );
}

function Table({ label, heads, rows }: { label: string; heads: string[]; rows: string[][] }) {
  return (
    <section aria-label={label} {...scrollable} className="relative max-h-[32rem] overflow-auto">
      <table className="w-full text-left text-[0.8125rem]">
        <thead className="sticky top-0 border-line border-y bg-sunken text-ink-muted text-xs">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join("\u0000")} className="border-line border-b last:border-b-0">
              {cells.map((cell, index) => (
                <td key={heads[index]} className="tabular break-words px-4 py-2 align-top">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
