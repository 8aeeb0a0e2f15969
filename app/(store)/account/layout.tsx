import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/store/client-messages";
import { getViewer } from "../viewer";
import { AccountNav } from "./_components/account-nav";
import { sayLevel } from "./say-level";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const [t, viewer] = await Promise.all([getTranslations("account"), getViewer()]);
  // Each page proves its reader itself and knows where to come back to; a layout is not drawn again on every navigation.
  if (!viewer) return children;
  const level = viewer.member_level;
  return (
    <main id="content" tabIndex={-1} className="page pt-6 md:pt-10">
      <ClientMessages areas={["account", "order"]}>
        <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <aside>
            <div className="mb-4 flex min-w-0 items-center gap-3">
              <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-pine-soft font-semibold text-lg text-pine">
                {viewer.avatar ? (
                  <img src={viewer.avatar} alt="" width={44} height={44} className="size-full object-cover" />
                ) : (
                  (viewer.nickname || "?").slice(0, 1).toUpperCase()
                )}
              </span>
              <div className="min-w-0">
                <p className="truncate font-medium" title={viewer.nickname}>
                  {viewer.nickname}
                </p>
                <p className="truncate text-ink-muted text-sm" title={level?.name ?? viewer.email}>
                  {level ? sayLevel(t, level) : viewer.email}
                </p>
              </div>
            </div>
            <AccountNav />
          </aside>
          <div className="min-w-0">{children}</div>
        </div>
      </ClientMessages>
    </main>
  );
}
