"use client";

import { Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import type { KeyImportView } from "@/lib/stock/imports/schema";

const leftOut = ["duplicate", "voided", "repeated", "elsewhere", "empty"] as const;

/** A job reads the text: its page may be closed and opened again. */
export function ImportProgress({ view, onCancel }: { view: KeyImportView; onCancel: () => void }) {
  const t = useTranslations("admin-sell.keys");
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <Progress
        label={t(view.status === "checking" ? "checking" : "importing")}
        value={view.pieces_done}
        max={Math.max(1, view.pieces)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <span className="tabular text-ink-muted">
          {t("readSoFar", { read: view.read, imported: view.imported })}
        </span>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          {t("stop")}
        </Button>
      </div>
      <p className="text-ink-faint text-xs">{t("mayClose")}</p>
    </div>
  );
}

function Figures({ view }: { view: KeyImportView }) {
  const t = useTranslations("admin-sell.keys");
  const format = useFormatter();
  const count = (reason: (typeof leftOut)[number]) => view.not_imported[reason] ?? 0;
  const isCheck = view.status === "checked";
  const refused = Object.entries(view.not_imported).reduce(
    (sum, [reason, n]) => (leftOut.some((one) => one === reason) ? sum : sum + n),
    0,
  );
  const figures = [
    { label: t(isCheck ? "wouldImport" : "imported"), value: view.imported, tone: "font-semibold text-ok" },
    { label: t("duplicates"), value: count("duplicate") + count("voided"), tone: "" },
    { label: t("repeated"), value: count("repeated"), tone: "" },
    { label: t("blank"), value: count("empty"), tone: "" },
    ...(refused > 0 ? [{ label: t("refused"), value: refused, tone: "font-semibold text-danger" }] : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]">
      {figures.map(({ label, value, tone }) => (
        <div key={label} className="rounded-md bg-sunken px-3 py-2">
          <dt className="text-ink-muted text-xs">{label}</dt>
          <dd className={`tabular text-lg ${tone}`}>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** None while the job works. */
const headlines = {
  uploading: null,
  checking: null,
  importing: null,
  checked: "reportCheck",
  done: "report",
  failed: "reportFailed",
  canceled: "reportPart",
} as const satisfies Record<KeyImportView["status"], string | null>;

/** Reports the result for the text, or the one that it would have. */
export function ImportReport({
  view,
  onImport,
  onAgain,
}: {
  view: KeyImportView;
  onImport: () => void;
  onAgain: () => void;
}) {
  const t = useTranslations("admin-sell.keys");
  const { status } = view;
  const headline = headlines[status];
  const isCheck = status === "checked";
  const voided = view.not_imported.voided ?? 0;
  const left = view.not_imported.elsewhere ?? 0;
  const hasLines = Object.keys(view.not_imported).length > 0;
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="font-medium">{headline ? t(headline) : ""}</p>
      {view.problem ? <p className="text-danger text-sm">{view.problem}</p> : null}
      <Figures view={view} />
      {voided > 0 ? <p className="text-sm text-warn">{t("voidedEarlier", { count: voided })}</p> : null}
      {view.elsewhere.map((sku) => (
        <p key={sku.sku_id} className="text-sm text-warn">
          <Link href={`/admin/stock/${sku.sku_id}`} className="underline underline-offset-4">
            {t("elsewhere", { name: sku.name, count: sku.count })}
          </Link>{" "}
          ({left > 0 ? t("elsewhereOut") : t("elsewhereIn")})
        </p>
      ))}
      {view.refused.length > 0 ? (
        <ul className="max-h-60 overflow-y-auto rounded-md border border-line text-sm">
          {view.refused.map(({ line, reason }) => (
            <li key={line} className="border-line border-t px-3 py-1.5 first:border-t-0">
              <span className="tabular text-ink-muted">{t("line", { line })}</span> {t(`reasons.${reason}`)}
            </li>
          ))}
        </ul>
      ) : null}
      {isCheck ? <p className="text-ink-muted text-sm">{t("checkText")}</p> : null}
      <div className="flex flex-wrap gap-2">
        {isCheck ? (
          <Button disabled={view.imported === 0} onClick={onImport}>
            {t("import", { count: view.imported })}
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onAgain}>
          {t(isCheck ? "back" : "again")}
        </Button>
        {hasLines ? (
          <a
            href={`/api/v1/admin/stock/imports/${view.id}/lines`}
            download
            className={buttonClass("secondary", "md")}
          >
            <Download aria-hidden />
            {t("linesFile")}
          </a>
        ) : null}
      </div>
    </div>
  );
}
