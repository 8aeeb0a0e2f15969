import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/store/client-messages";
import { isTheme, languageTag, themeCookie } from "@/messages/locales";
import "./globals.css";

const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  display: "swap",
});
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "swap",
  preload: false,
});

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return { title: { default: t("brand"), template: `%s · ${t("brand")}` }, applicationName: t("brand") };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f5f7f4" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1513" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await getLocale();
  const theme = (await cookies()).get(themeCookie)?.value;
  const chosen = isTheme(theme) && theme !== "system" ? theme : undefined;
  return (
    <html lang={languageTag[locale]} data-theme={chosen} className={`${sans.variable} ${mono.variable}`}>
      <body>
        <ClientMessages areas={[]}>{children}</ClientMessages>
      </body>
    </html>
  );
}
