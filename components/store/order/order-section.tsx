import type { ReactNode } from "react";

type OrderSectionProps = { id: string; title: string; children: ReactNode };

/** Section for an act on an order's goods. It is left out of a printed order, which is a receipt. */
export function OrderSection({ id, title, children }: OrderSectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 print:hidden">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
