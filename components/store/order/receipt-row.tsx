import { Money } from "@/components/ui/money";

type ReceiptRowProps = { label: string; amount: string; currency: string; sign?: "+" | "−" };

export function ReceiptRow({ label, amount, currency, sign }: ReceiptRowProps) {
  return (
    <div className="flex justify-between gap-4 text-ink-muted">
      <dt className="min-w-0 break-words">{label}</dt>
      <dd>
        <Money value={amount} currency={currency} {...(sign ? { sign } : {})} />
      </dd>
    </div>
  );
}
