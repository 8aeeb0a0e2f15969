import { buttonClass } from "@/components/ui/button-class";
import type { OpeningPayment } from "./use-slow-payment-page";

type SlowPaymentPageProps = {
  opening: OpeningPayment;
  words: { title: string; text: string; again: string; leave: string };
};

/** The gateway's page does not come: the buyer can wait, open it again, or see what was begun and pay another way. */
export const SlowPaymentPage = ({ opening, words }: SlowPaymentPageProps) => (
  <div role="status" className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
    <p className="font-medium text-base">{words.title}</p>
    <p className="mt-0.5">{words.text}</p>
    <p className="mt-3 flex flex-wrap gap-2">
      <a href={opening.payUrl} rel="noreferrer" className={buttonClass("secondary", "sm")}>
        {words.again}
      </a>
      {/* A whole page load: it also ends the wait for the gateway. */}
      <a href={opening.ownPage} className={buttonClass("secondary", "sm")}>
        {words.leave}
      </a>
    </p>
  </div>
);
