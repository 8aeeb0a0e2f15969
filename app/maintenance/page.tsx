import { Wrench } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ShopName } from "@/components/store/logo";
import { Link } from "@/components/ui/link";
import { LookStyle } from "../(store)/_components/look-style";
import { getLook, getShopSettings } from "../(store)/shop";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { siteName }] = await Promise.all([getTranslations("common.maintenance"), getShopSettings()]);
  return { title: { absolute: `${siteName} · ${t("title")}` }, robots: { index: false } };
}

/** In place of the shop's pages while the operator has closed it (server/door/closed-shop.ts). */
export default async function MaintenancePage() {
  const [t, settings, look] = await Promise.all([
    getTranslations("common.maintenance"),
    getShopSettings(),
    getLook(),
  ]);
  if (!settings.maintenance) redirect("/");
  return (
    <main id="content" tabIndex={-1} className="page grid min-h-dvh place-items-center py-16">
      <LookStyle look={look} />
      <div className="max-w-lg text-center">
        <p className="flex items-center justify-center gap-2 font-semibold">
          <ShopName
            mark={{ logo: settings.logo, onDark: look.logoDark, hasName: look.logoHasName }}
            siteName={settings.siteName}
          />
        </p>
        <span className="mx-auto mt-10 grid size-14 place-items-center rounded-full bg-brass-soft text-brass">
          <Wrench className="size-7" strokeWidth={1.75} aria-hidden />
        </span>
        <h1 className="mt-5 text-2xl md:text-3xl">{t("title")}</h1>
        <p className="mt-3 whitespace-pre-line break-words text-ink-muted">
          {settings.maintenanceText ?? t("text")}
        </p>
        <p className="mt-6 text-ink-muted text-sm">
          {t.rich("orders", {
            link: (chunks) => (
              <Link href="/lookup" className="text-pine underline underline-offset-4">
                {chunks}
              </Link>
            ),
          })}
        </p>
        {settings.contact ? (
          <p className="mt-2 break-words text-ink-muted text-sm">
            {t("contact", { contact: settings.contact })}
          </p>
        ) : null}
      </div>
    </main>
  );
}
