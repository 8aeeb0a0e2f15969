import { changeAddress } from "@/components/ui/change-address";
import type { PaymentView } from "@/lib/payments/schema";

/**
 * Where the gateway has a page of its own, the buyer goes there at once. The way back leads to the page that waits for the
 * payment, and not to a form that would order again.
 */
export function goToPayment(payment: PaymentView, waitAt: string): boolean {
  if (payment.interaction !== "redirect" || !payment.pay_url || !/^https?:\/\//i.test(payment.pay_url))
    return false;
  changeAddress(waitAt);
  // A page that the browser kept as it was left still shows the form.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  window.location.assign(payment.pay_url);
  return true;
}
