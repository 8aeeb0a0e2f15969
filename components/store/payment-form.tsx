"use client";

import { Button } from "@/components/ui/button";
import type { PaymentView } from "@/lib/payments/schema";

/** Some gateways are entered by a form. Only web addresses: an operator's typing error must not become script. */
export function PaymentForm({ form, label }: { form: NonNullable<PaymentView["form"]>; label: string }) {
  if (!/^https?:\/\//i.test(form.action)) return null;
  return (
    <form action={form.action} method="post" rel="noreferrer">
      {Object.entries(form.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="lg" className="w-full">
        {label}
      </Button>
    </form>
  );
}
