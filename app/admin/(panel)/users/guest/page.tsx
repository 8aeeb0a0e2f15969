import { Search } from "lucide-react";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { findCustomer } from "@/lib/orders/customers/find-customer";
import { getGuestCard } from "@/lib/orders/customers/guest-card";
import { readCustomer } from "@/lib/orders/customers/read-customer";
import { CustomerNotes } from "../_components/customer-notes";
import { CustomerPanels } from "../_components/customer-panels";
import { MergeCustomer } from "../_components/merge-customer";

const path = "/admin/users/guest";

type Props = { searchParams: Promise<{ email?: string | string[] }> };

export async function generateMetadata({ searchParams }: Props) {
  const t = await getTranslations("admin-people.customer");
  const { email } = await searchParams;
  return { title: typeof email === "string" && email ? email : t("find") };
}

/** A buyer without an account. Text that names another customer leads to that one's page. */
export default async function GuestPage({ searchParams }: Props) {
  const { email } = await searchParams;
  const asked = typeof email === "string" ? email.trim().slice(0, 254) : "";
  const actor = await requirePageAdmin(path, "customers:read");
  const [t, users] = await Promise.all([
    getTranslations("admin-people.customer"),
    getTranslations("admin-people.users"),
  ]);
  const found = asked ? await findCustomer(asked) : null;
  if (found?.user_id) redirect(`/admin/users/${found.user_id}`);
  const back = { href: "/admin/users", label: users("title") };
  if (!found)
    return (
      <>
        <PageHead title={t("find")} description={t("findText")} back={back} />
        <Panel className="max-w-xl">
          <form method="get" action={path} className="flex flex-wrap items-end gap-3">
            <div className="min-w-56 flex-1">
              <Field label={t("findLabel")} {...(asked ? { error: t("findNone") } : {})}>
                <Input name="email" defaultValue={asked} required maxLength={254} spellCheck={false} />
              </Field>
            </div>
            <Button type="submit">
              <Search aria-hidden />
              {t("findAct")}
            </Button>
          </form>
        </Panel>
      </>
    );
  const mayWrite = hasPermission(actor, "customers:write");
  const [card, activity] = await Promise.all([
    getGuestCard(found.email),
    readCustomer(actor, { email: found.email }),
  ]);
  return (
    <ClientMessages areas={["admin-people.merge"]}>
      <PageHead
        title={found.email}
        description={t("guestText")}
        back={back}
        badges={<StateBadge tone="neutral">{t("guest")}</StateBadge>}
        actions={
          mayWrite && hasPermission(actor, "money:write") ? (
            <MergeCustomer from={{ email: found.email }} name={found.email} />
          ) : null
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <CustomerPanels
          activity={activity}
          ordersHref={`/admin/orders?search=${encodeURIComponent(found.email)}`}
        />
        <CustomerNotes
          note={card.note}
          tags={card.tags}
          write={mayWrite ? { path: "/admin/customers/guest", fixed: { email: found.email } } : null}
        />
      </div>
    </ClientMessages>
  );
}
