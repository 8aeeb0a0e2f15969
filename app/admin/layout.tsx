import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getSettings } from "@/lib/settings/queries";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { siteName }] = await Promise.all([getTranslations("admin"), getSettings()]);
  return {
    title: { default: `${t("title")} · ${siteName}`, template: `%s · ${siteName}` },
    robots: { index: false, follow: false },
  };
}

export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
