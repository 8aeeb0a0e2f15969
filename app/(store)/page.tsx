import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Home } from "./_components/home/home";
import { describePage } from "./describe-page";
import { getLook, getShopSettings } from "./shop";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { siteName }, { hero }] = await Promise.all([
    getTranslations("catalogue.home"),
    getShopSettings(),
    getLook(),
  ]);
  return describePage({
    title: siteName,
    absoluteTitle: `${siteName} · ${hero.title ?? t("title")}`,
    description: hero.lead ?? t("lead"),
    path: "/",
  });
}

export default async function HomePage() {
  return <Home look={await getLook()} />;
}
