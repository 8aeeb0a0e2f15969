import { getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import type { ReceiptDocument } from "@/lib/orders/receipts/schema";

type ReceiptChoiceProps = { documents: readonly ReceiptDocument[]; shown: ReceiptDocument; path: string };

/** The document that an address names, or the receipt. */
export const chooseDocument = (
  documents: readonly ReceiptDocument[],
  wanted: string | string[] | undefined,
): ReceiptDocument | undefined => documents.find(({ number }) => number === wanted) ?? documents[0];

/** Leads from a receipt to its credit notes and back; nothing where there is one document. */
export async function ReceiptChoice({ documents, shown, path }: ReceiptChoiceProps) {
  const t = await getTranslations("order.receipt");
  if (documents.length < 2) return null;
  return (
    <nav aria-label={t("documents")} className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm print:hidden">
      {documents.map(({ kind, number }) => (
        <Link
          key={number}
          href={kind === "receipt" ? path : `${path}?document=${encodeURIComponent(number)}`}
          aria-current={number === shown.number ? "page" : undefined}
          className="inline-flex min-h-9 items-center text-ink-muted underline underline-offset-4 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink aria-[current]:no-underline"
        >
          {kind === "receipt" ? t("title") : t("creditNote")} {number}
        </Link>
      ))}
    </nav>
  );
}
