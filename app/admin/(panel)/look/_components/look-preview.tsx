"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Panel } from "@/components/admin/page-frame";
import { ChipGroup } from "@/components/ui/chip-group";
import { keysOf } from "@/lib/core/shapes/records";
import { type Locale, toLocale } from "@/messages/locales";
import type { Look } from "./look-draft";
import { previewAddress } from "./send-look";

const widths = { phone: 390, desk: 1280 } as const;
type Width = keyof typeof widths;
const themes = ["light", "dark"] as const;
const height = 760;

/** Time for which nothing is typed before the page is drawn again. */
const restMs = 350;

/** The page without its scripts, in the theme that is looked at; nothing in it can be pressed. */
function still(html: string, theme: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const script of page.querySelectorAll("script, link[rel=preload][as=script]")) script.remove();
  page.documentElement.dataset.theme = theme;
  page.body.setAttribute("inert", "");
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

async function readPage(look: Look, language: Locale, signal: AbortSignal): Promise<string> {
  const answer = await fetch(await previewAddress(look, language), { signal });
  if (!answer.ok) throw new Error(`The preview answered ${answer.status}`);
  return answer.text();
}

/** The shop's home page as it would look, beside the form. It is the page itself, drawn by the server. */
export function LookPreview({ look }: { look: Look }) {
  const t = useTranslations("admin-content.look");
  const language = toLocale(useLocale());
  const [html, setHtml] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [width, setWidth] = useState<Width>("desk");
  const [theme, setTheme] = useState<(typeof themes)[number]>(look.theme === "dark" ? "dark" : "light");
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const sent = JSON.stringify(look);

  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      readPage(JSON.parse(sent) as Look, language, stop.signal).then(
        (page) => {
          setHtml(page);
          setFailed(false);
        },
        () => {
          if (!stop.signal.aborted) setFailed(true);
        },
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [sent, language]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const scale = room === 0 ? 0 : Math.min(1, room / widths[width]);
  return (
    <Panel title={t("preview")} description={t("previewText")}>
      <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
        <ChipGroup
          legend={t("width")}
          hideLegend
          value={width}
          onChange={setWidth}
          chips={keysOf(widths).map((value) => ({ value, label: t(`widths.${value}`) }))}
        />
        <ChipGroup
          legend={t("previewTheme")}
          hideLegend
          value={theme}
          onChange={setTheme}
          chips={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
        />
      </div>
      <p aria-live="polite" className="text-danger text-sm">
        {isFailed ? t("previewFailed") : null}
      </p>
      <div
        ref={frame}
        className="overflow-hidden rounded-md border border-line bg-sunken"
        style={{ height: height * scale || undefined }}
      >
        {html === null ? null : (
          <iframe
            title={t("preview")}
            sandbox="allow-same-origin"
            srcDoc={still(html, theme)}
            tabIndex={-1}
            className="origin-top-left border-0"
            style={{
              width: widths[width],
              height,
              transform: `scale(${scale})`,
              marginLeft: Math.max(0, (room - widths[width]) / 2),
            }}
          />
        )}
      </div>
    </Panel>
  );
}
