"use client";

import { PackagePlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";

/** Orders from before the account, with the address that the account has proved. */
export function AdoptOrders({ count, email }: { count: number; email: string }) {
  const t = useTranslations("account.orders");
  const router = useRouter();
  const [adopted, setAdopted] = useState<number | null>(null);
  const { submit, pending, formError } = useSubmit(async () => {
    setAdopted((await api<{ adopted: number }>("/orders/adopt", { body: {} })).adopted);
    router.refresh();
  });
  // The list is read anew after it; what was done stays written here.
  if (count === 0 && adopted === null) return null;
  return (
    <section
      className="mt-5 rounded-lg border border-brass-line bg-brass-soft px-4 py-3 text-sm"
      aria-live="polite"
    >
      {adopted === null ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex min-w-0 items-start gap-2.5">
            <PackagePlus className="mt-0.5 size-4.5 shrink-0 text-brass" aria-hidden />
            <span className="min-w-0 break-words">{t("found", { count, email })}</span>
          </p>
          <Button variant="secondary" loading={pending} onClick={() => submit()}>
            {t("adopt", { count })}
          </Button>
        </div>
      ) : (
        <p>{t("adopted", { count: adopted })}</p>
      )}
      <FieldError>{formError()}</FieldError>
    </section>
  );
}
