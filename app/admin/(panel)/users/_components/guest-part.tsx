import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { Link } from "@/components/ui/link";
import { getGuestCard } from "@/lib/orders/customers/guest-card";
import { MergeCustomer } from "./merge-customer";

type GuestPartProps = { user: { id: number; email: string }; mayMerge: boolean };

/** Orders and notes of an account's address from outside the account: its own, once somebody says so. */
export async function GuestPart({ user: { id, email }, mayMerge }: GuestPartProps) {
  const [t, card] = await Promise.all([getTranslations("admin-people.customer"), getGuestCard(email)]);
  if (card.orders === 0 && card.note === "" && card.tags.length === 0) return null;
  return (
    <Panel
      title={t("asGuest")}
      description={t("asGuestText")}
      actions={mayMerge ? <MergeCustomer from={{ email }} name={email} into={id} /> : null}
    >
      <Link
        href={`/admin/orders?buyer=guest&search=${encodeURIComponent(email)}`}
        className="text-pine text-sm underline underline-offset-4"
      >
        {t("guestOrders", { count: card.orders })}
      </Link>
      {card.note ? <p className="mt-2 whitespace-pre-wrap break-words text-sm">{card.note}</p> : null}
    </Panel>
  );
}
