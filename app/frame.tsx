import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { CommonMessages } from "@/components/store/client-messages";
import { RichText } from "@/components/ui/rich-text";
import { paperOf } from "@/lib/settings/look/look-css";
import { directionOf, isTheme, languageTag, themeCookie } from "@/messages/locales";
import "./globals.css";
import { findSettings } from "./find-settings";
import { FirstScript, PartMissing } from "./lost-parts";

// Font of the first paint: Latin, the weights in use, 19 kB (docs/decisions/speed/0702). Everything else of the family comes
// only when a page shows one of its characters.
const sans = localFont({
  src: "./fonts/geist-latin.woff2",
  variable: "--font-geist-sans",
  weight: "400 700",
  display: "swap",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0020-007E, U+00A0-00FF, U+2010-2026, U+2030-203A, U+20AC, U+20BF, U+2122, U+2190-2193, U+2212",
    },
  ],
});
const rest = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-rest",
  weight: "100 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0100-024F, U+0300-036F, U+0370-052F, U+1E00-1EFF" }],
});
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "swap",
  preload: false,
});

/** The operator's name and mark on every page, the ones outside the shop's layout too. */
export async function generateMetadata(): Promise<Metadata> {
  const { siteName, logo, look } = await findSettings();
  return {
    title: { default: siteName, template: `%s · ${siteName}` },
    applicationName: siteName,
    icons:
      (look.favicon ?? logo)
        ? { icon: "/brand/icon-32.png", apple: "/brand/icon-180.png" }
        : { icon: [{ url: "/icon.svg", type: "image/svg+xml" }], apple: "/brand/icon-180.png" },
  };
}

export async function generateViewport(): Promise<Viewport> {
  const { light, dark } = paperOf((await findSettings()).look);
  return {
    width: "device-width",
    initialScale: 1,
    viewportFit: "cover",
    themeColor: [
      { media: "(prefers-color-scheme: light)", color: light },
      { media: "(prefers-color-scheme: dark)", color: dark },
    ],
  };
}

/** Root of every page, the unknown ones too. `listens` tells the head's script that React does. */
export async function Frame({ children, listens }: { children: ReactNode; listens: ReactNode }) {
  const locale = await getLocale();
  const [jar, { look }] = await Promise.all([cookies(), findSettings()]);
  const named = jar.get(themeCookie)?.value;
  const theme = isTheme(named) ? named : look.theme;
  const chosen = theme === "system" ? undefined : theme;
  return (
    <html
      lang={languageTag[locale]}
      dir={directionOf(languageTag[locale])}
      data-theme={chosen}
      className={`${sans.variable} ${rest.variable} ${mono.variable}`}
    >
      <head>
        <FirstScript />
      </head>
      <body>
        <Mark text="email_off" />
        <CommonMessages>{children}</CommonMessages>
        <Mark text="/email_off" />
        <PartMissing />
        {listens}
      </body>
    </html>
  );
}

/**
 * A proxy that hides mail addresses from robots (Cloudflare) changes the page behind React's back: its scripts then find another
 * text than they drew. Between these comments it leaves them alone.
 */
const Mark = ({ text }: { text: "email_off" | "/email_off" }) => (
  <RichText html={`<!--${text}-->`} className="hidden" />
);
