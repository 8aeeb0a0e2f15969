"use client";

import { Download, FileDown } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { FileSize } from "@/components/ui/file-size";
import type { OrderDetail } from "@/lib/orders/schema";

type Files = NonNullable<OrderDetail["items"][number]["fulfillment"]["files"]>;

/** The files of one item, each with its newest version. */
export function FileList({ files }: { files: Files }) {
  const t = useTranslations("order.files");
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  return (
    <ul className="mb-2 flex flex-col gap-2 empty:mb-0">
      {files.map((file) => (
        <li key={file.title} className="rounded-lg border border-brass-line bg-brass-soft p-4">
          <div className="flex flex-wrap items-center gap-3">
            <FileDown className="size-6 shrink-0 text-brass" aria-hidden />
            <div className="min-w-0 flex-1 basis-48">
              <p className="break-words font-medium">{file.title}</p>
              <p className="break-words text-ink-muted text-sm">
                {file.version ? `${t("version", { version: file.version })} · ` : null}
                <FileSize bytes={file.bytes} />
              </p>
            </div>
            {file.url ? (
              <a href={file.url} download={file.name} className={buttonClass()}>
                <Download aria-hidden />
                {t("download")}
              </a>
            ) : null}
          </div>
          <p className="mt-2 text-ink-muted text-sm">
            {file.url ? t("left", { count: file.downloads_left, date: day(file.expires_at) }) : t("ended")}
          </p>
          {file.notes ? <p className="mt-2 whitespace-pre-line break-words text-sm">{file.notes}</p> : null}
          <p className="mt-2 flex items-center gap-1 text-ink-faint text-xs">
            <span className="shrink-0">SHA-256</span>
            <code className="min-w-0 truncate font-mono" title={file.sha256}>
              {file.sha256}
            </code>
            <CopyButton value={file.sha256} name={t("checksum")} variant="ghost" />
          </p>
        </li>
      ))}
    </ul>
  );
}
