import type { getTranslations } from "next-intl/server";
import type { Locale } from "@/lib/core/locale";
import { type Look, lookCss } from "@/lib/settings/look/look-css";
import { directionOf, languageTag } from "@/messages/locales";
import { pageScript, type ScriptWords } from "./page-script";

/** Colours of app/globals.css, which this page cannot ask for; the operator's look puts others in their place. */
export const plainColours = {
  paper: "light-dark(#f5f7f4, #0f1513)",
  surface: "light-dark(#ffffff, #161e1b)",
  line: "light-dark(#dde4dd, #28332e)",
  control: "light-dark(#7c8a82, #6d7f76)",
  ink: "light-dark(#15211c, #e8efea)",
  "ink-muted": "light-dark(#4c5b54, #a9b8b0)",
  pine: "light-dark(#12594a, #7cd3b6)",
  "on-pine": "light-dark(#ffffff, #08201a)",
  "brass-line": "light-dark(#d9bd86, #6a5427)",
  "brass-soft": "light-dark(#fbf4e4, #271f10)",
} as const;

const rules = `*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header{border-bottom:1px solid var(--line);font-weight:600}
header p,main{max-width:40rem;margin:0 auto;padding:1rem}
main{padding:2rem 1rem 4rem}
#forget{margin-top:.75rem}
h1{margin:0;font-size:1.6rem;line-height:1.2}
h2{margin:2.25rem 0 0;font-size:1.2rem}
h3{margin:.75rem 0 0;font-size:1rem}
p{margin:.5rem 0}
.faint,.muted{color:var(--ink-muted)}
.faint{margin:0;font-size:.85rem}
article,ul{margin:1rem 0 0;padding:1rem;border:1px solid var(--line);border-radius:.9rem;background:var(--surface)}
li{list-style:none}
li+li{margin-top:.75rem}
a{color:var(--pine)}
.key{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin-top:.5rem;padding:.75rem;border:1px solid var(--brass-line);border-radius:.6rem;background:var(--brass-soft)}
code{flex:1 1 12rem;font:500 1rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;user-select:all}
#note,#forgotten{margin-top:1.25rem}
.note{white-space:pre-line}
button{min-height:2.75rem;padding:.4rem 1rem;border:1px solid var(--control);border-radius:.6rem;background:var(--surface);color:var(--ink);font:inherit;cursor:pointer}
.main{margin-top:.75rem;border-color:var(--pine);background:var(--pine);color:var(--on-pine)}
:focus-visible{outline:2px solid var(--pine);outline-offset:2px}
[hidden]{display:none!important}`;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

export interface OfflinePage {
  locale: Locale;
  theme: "light" | "dark" | "system";
  look: Look;
  siteName: string;
  nonce: string;
  t: Awaited<ReturnType<typeof getTranslations<"content.offline">>>;
}

/** The page that a browser shows while the line is away: whole in itself, and the same for everybody who reads its language. */
export function drawOfflinePage({ locale, theme, look, siteName, nonce, t }: OfflinePage): string {
  const variables = Object.entries(plainColours).map(([name, value]) => `--${name}:${value}`);
  const scheme = theme === "system" ? "light dark" : theme;
  const words: ScriptWords = {
    copy: t("copy"),
    copied: t("copied"),
    notHere: t("notHere", { number: "{number}" }),
    none: t("none"),
  };
  const say = (key: Parameters<typeof t>[0]) => escaped(t(key));
  return `<!doctype html>
<html lang="${languageTag[locale]}" dir="${directionOf(languageTag[locale]) ?? "ltr"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${say("title")} · ${escaped(siteName)}</title>
<style>:root{color-scheme:${scheme};${variables.join(";")}}${rules}${lookCss(look)}</style></head>
<body><header><p dir="auto">${escaped(siteName)}</p></header>
<main><h1>${say("title")}</h1><p class="muted">${say("text")}</p>
<button id="again" type="button" class="main">${say("again")}</button>
<p id="note" role="status" hidden></p><p id="forgotten" role="status" hidden>${say("forgotten")}</p>
<section id="kept" hidden><h2>${say("keys")}</h2><p class="muted">${say("keysText")}</p><div id="goods"></div>
<p><button id="forget" type="button">${say("forget")}</button></p></section>
<section id="known" hidden><h2>${say("orders")}</h2><p class="muted">${say("ordersText")}</p><ul id="others"></ul></section>
</main>
<script id="words" type="application/json" nonce="${escaped(nonce)}">${JSON.stringify(words).replace(/</g, "\\u003c")}</script>
<script nonce="${escaped(nonce)}">${pageScript}</script></body></html>
`;
}
