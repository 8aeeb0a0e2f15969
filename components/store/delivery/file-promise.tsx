import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { FileSize } from "@/components/ui/file-size";
import type { SkuView } from "@/lib/catalogue/schema";

/** Lists the files of the chosen option, before it is paid for. */
export function FilePromise({ files }: { files: SkuView["files"] }) {
  const t = useTranslations("catalogue.product");
  if (!files || files.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-ink-muted text-sm">
      {files.map(({ title, version, bytes }) => (
        <li key={title} className="flex min-w-0 items-center gap-2">
          <FileDown className="size-4 shrink-0 text-brass" aria-hidden />
          <span className="min-w-0 break-words">
            {t("file", { title, version })} · <FileSize bytes={bytes} />
          </span>
        </li>
      ))}
    </ul>
  );
}
