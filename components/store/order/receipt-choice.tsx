import { getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import type { ReceiptDocument } from "@/lib/orders/receipts/schema";
import { documentQuery } from "./choose-document";

type ReceiptChoiceProps = { documents: readonly ReceiptDocument[]; shown: ReceiptDocument; path: string };

/** Leads from a receipt to its credit notes and back; nothing where there is one document. */
export async function ReceiptChoice({ documents, shown, path }: ReceiptChoiceProps) {
  const t = await getTranslations("order.receipt");
  if (documents.length < 2) return null;
  return (
    <nav aria-label={t("documents")} className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm print:hidden">
      {documents.map((document) => (
        <Link
          key={documentQuery(document)}
          href={path + documentQuery(document)}
          aria-current={document === shown ? "page" : undefined}
          className="inline-flex min-h-9 items-center text-ink-muted underline underline-offset-4 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink aria-[current]:no-underline"
        >
          {document.kind === "receipt" ? t("title") : t("creditNote")} {document.number}
        </Link>
      ))}
    </nav>
  );
}
