import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getConfig } from "@/lib/config/config";
import { regionTag } from "@/messages/locales";
import { StoreFrame } from "./_components/store-frame";
import { getLook, getShopSettings } from "./shop";

export async function generateMetadata(): Promise<Metadata> {
  const [{ siteName }, { hero }] = await Promise.all([getShopSettings(), getLook()]);
  const t = await getTranslations("catalogue.home");
  return {
    metadataBase: new URL(getConfig().server.baseUrl),
    title: { default: `${siteName} · ${hero.title ?? t("title")}`, template: `%s · ${siteName}` },
    description: hero.lead ?? t("lead"),
    applicationName: siteName,
    openGraph: { siteName, type: "website", locale: regionTag(await getLocale()) },
  };
}

export default async function StoreLayout({ children }: { children: ReactNode }) {
  return <StoreFrame look={await getLook()}>{children}</StoreFrame>;
}
