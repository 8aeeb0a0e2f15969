import { UserRoundPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";

/** A guest's order that an account of this address could have. */
export type KeepOffer = { email: string; isLoggedIn: boolean; registration: boolean };

const orders = "/account/orders";

/** The list of an account offers the orders of its own address: a guest is led there, through the log-in if need be. */
export function KeepInAccount({ email, isLoggedIn, registration }: KeepOffer) {
  const t = useTranslations("order.keepOffer");
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
      <p className="mt-1 break-words">{t(isLoggedIn ? "textMember" : "text", { email })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isLoggedIn ? (
          <Link href={orders} className={buttonClass("secondary", "sm")}>
            {t("toOrders")}
          </Link>
        ) : (
          <>
            {registration ? (
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
