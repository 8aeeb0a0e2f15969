import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DraftOwner } from "@/components/admin/form/draft-owner";
import { MoneyLimit } from "@/components/admin/form/money-limit";
import { AdminShell } from "@/components/admin/shell/admin-shell";
import type { NavTitles } from "@/components/admin/shell/nav";
import { navigation } from "@/components/admin/shell/nav-entries";
import { ShopCurrency } from "@/components/admin/shell/shop-currency";
import { ClientMessages } from "@/components/store/client-messages";
import { readMenuPins } from "@/lib/accounts/staff/menu/menu-pins";
import { mostPins } from "@/lib/accounts/staff/menu/schema";
import { readMoneyLeft } from "@/lib/accounts/staff/roles/money-limit";
import { permissionsOf } from "@/lib/acts/permissions";
import { offeredLocales } from "@/lib/core/locale";
import { formatMoney } from "@/lib/core/money";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { usedSides } from "@/lib/interconnect/is-used";
import { countAttention } from "@/lib/reports/attention";
import { getSettings } from "@/lib/settings/queries";
import { isTheme, themeCookie } from "@/messages/locales";
import { readIn } from "@/messages/parts";

/** The frame. It proves the caller for itself only: every page does so again, with the permission it needs. */
export default async function PanelLayout({ children }: { children: ReactNode }) {
  const actor = await requirePageAdmin("/admin");
  const [moneyLeft, { siteName, currency, locales }, { counts }, pins, used, jar, t] = await Promise.all([
    readMoneyLeft(actor),
    getSettings(),
    countAttention(actor),
    readMenuPins(actor),
    usedSides(),
    cookies(),
    getTranslations(),
  ]);
  const titles = Object.fromEntries(
    navigation.flatMap(({ items }) => items.map(({ key, text }) => [key, t(`${text}.title`)])),
  ) as NavTitles;
  const theme = jar.get(themeCookie)?.value;
  return (
    <ClientMessages
      areas={[
        "admin.shell",
        "admin.nav",
        "admin.account",
        "admin.palette",
        "admin.hotkeys",
        "admin.pins",
        "admin.unsaved",
        "admin.proof",
        "admin.door",
        "admin.error",
        "admin.form",
        "admin.table",
        "admin.columns",
        "admin.views",
        "admin.live",
        "admin.edit",
        "admin.later",
      ]}
    >
      <MoneyLimit left={moneyLeft === null ? null : formatMoney(moneyLeft > 0n ? moneyLeft : 0n)}>
        <AdminShell
          siteName={siteName}
          actor={{ email: actor.email, role: actor.role, ownRole: actor.ownRole?.name ?? null }}
          isLooking={actor.isLooking ?? false}
          permissions={permissionsOf(actor)}
          titles={titles}
          counts={counts}
          pins={pins}
          mostPins={mostPins}
          folded={(["mainSide", "agentSide"] as const).filter((side) => !used[side])}
          theme={isTheme(theme) ? theme : "system"}
          languages={offeredLocales(locales).filter((each) => readIn(each, "admin") === each)}
        >
          <ShopCurrency code={currency} />
          <DraftOwner staffId={actor.staffId}>{children}</DraftOwner>
        </AdminShell>
      </MoneyLimit>
    </ClientMessages>
  );
}
