import { UserRoundPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";

/** A guest's order that an account of this address could have. */
export type KeepOffer = { email: string; isLoggedIn: boolean; registration: boolean };

const orders = "/account/orders";

/** `email`: the order's address as it is now. The list of an account offers the orders of its own address: a guest is led there, through the log-in if need be. */
export function KeepInAccount({ offer, email }: { offer: KeepOffer; email: string }) {
  const t = useTranslations("order.keepOffer");
  // The buyer has moved the order to another address since the page was drawn: it is not this account's any more.
  if (offer.isLoggedIn && email !== offer.email) return null;
  const next = `?next=${encodeURIComponent(orders)}`;
  return (
    <section
      aria-labelledby="keep"
      className="rounded-lg border border-brass-line bg-brass-soft px-4 py-3.5 text-sm print:hidden"
    >
      <h2 id="keep" className="flex items-center gap-2.5 font-medium text-base">
        <UserRoundPlus className="size-4.5 shrink-0 text-brass" aria-hidden />
        {t("title")}
      </h2>
      <p className="mt-1 break-words">{t(offer.isLoggedIn ? "textMember" : "text", { email })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {offer.isLoggedIn ? (
          <Link href={orders} className={buttonClass("secondary", "sm")}>
            {t("toOrders")}
          </Link>
        ) : (
          <>
            {offer.registration ? (
              <Link href={`/register${next}`} className={buttonClass("secondary", "sm")}>
                {t("register")}
              </Link>
            ) : null}
            <Link href={`/login${next}`} className={buttonClass("ghost", "sm")}>
              {t("login")}
            </Link>
          </>
        )}
      </div>
    </section>
  );
}
