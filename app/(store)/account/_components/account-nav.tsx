"use client";

import { LogOut, Package, ShieldCheck, UserRound, WalletMinimal } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { enter } from "@/components/store/auth/enter";
import { logOut } from "@/components/store/auth/session";
import { readKnownOrders } from "@/components/store/order/guest-tokens";
import { cx } from "@/components/ui/cx";
import { later } from "@/components/ui/later";
import { Link } from "@/components/ui/link";

const LeaveDialog = later(() => import("./leave-dialog").then((module) => module.LeaveDialog));

const places = [
  { href: "/account/orders", name: "orders", icon: Package },
  { href: "/account/wallet", name: "wallet", icon: WalletMinimal },
  { href: "/account/profile", name: "profile", icon: UserRound },
  { href: "/account/security", name: "security", icon: ShieldCheck },
] as const;

export function AccountNav() {
  const t = useTranslations("account.nav");
  const pathname = usePathname();
  const [leaving, setLeaving] = useState(false);
  const [known, setKnown] = useState<readonly string[]>([]);
  const item =
    "flex min-h-11 shrink-0 items-center gap-2.5 whitespace-nowrap rounded-md px-2.5 text-sm sm:px-3 [&_svg]:size-4.5 max-sm:[&_svg]:hidden";

  function askOrLeave() {
    const orderNos = readKnownOrders().map(({ orderNo }) => orderNo);
    setKnown(orderNos);
    if (orderNos.length === 0) void leave();
  }

  async function leave() {
    setLeaving(true);
    try {
      await logOut();
    } finally {
      await enter("/");
    }
  }

  return (
    <nav aria-label={t("label")}>
      <ul className="no-scrollbar -mx-4 flex gap-1 overflow-x-auto px-4 lg:mx-0 lg:flex-col lg:px-0">
        {places.map(({ href, name, icon: Icon }) => {
          const here = pathname.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? "page" : undefined}
                className={cx(
                  item,
                  here
                    ? "bg-pine-soft font-medium text-pine"
                    : "text-ink-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon aria-hidden />
                {t(name)}
              </Link>
            </li>
          );
        })}
        <li>
          <button
            type="button"
            disabled={leaving}
            onClick={askOrLeave}
            className={cx(item, "w-full text-ink-muted hover:bg-sunken hover:text-ink")}
          >
            <LogOut aria-hidden />
            {t("logout")}
          </button>
          {known.length > 0 ? (
            <LeaveDialog orderNos={known} onLeave={leave} onClose={() => setKnown([])} />
          ) : null}
        </li>
      </ul>
    </nav>
  );
}
