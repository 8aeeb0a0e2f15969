import { readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { drawOfflinePage, type OfflinePage, plainColours } from "@/app/offline/draw-page";
import { defaultSettings } from "@/lib/settings/defaults";
import en from "@/messages/en/content.json";
import ru from "@/messages/ru/content.json";

const texts = { en, ru };

function draw(page: Partial<OfflinePage> & { locale?: "en" | "ru" } = {}): string {
  const locale = page.locale ?? "en";
  const t = createTranslator({ locale, messages: { content: texts[locale] }, namespace: "content.offline" });
  return drawOfflinePage({
    locale,
    theme: "system",
    look: defaultSettings.look,
    siteName: "Lena's Keys",
    nonce: "abc",
    t: t as OfflinePage["t"],
    ...page,
  });
}

describe("the page for a browser without a line", () => {
  it("is whole in itself: it asks for no other file, and each script has its nonce [C196]", () => {
    const html = draw();
    expect(html.match(/<script(?![^>]* nonce="abc")/g)).toBeNull();
    expect(html).not.toMatch(/<link|<img|src=|@import|url\(/);
    expect(html).not.toMatch(/ on\w+="/);
  });

  it("speaks the reader's language", () => {
    expect(draw({ locale: "ru" })).toContain('<html lang="ru" dir="ltr">');
    expect(draw({ locale: "ru" })).toContain(ru.offline.forget);
  });

  it("shows a name as text", () => {
    const html = draw({ siteName: '</title><script>alert("x")</script>' });
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;/title&gt;");
  });

  it.each(Object.entries(plainColours))("has the shop's colour of %s", (name, value) => {
    expect(readFileSync("app/globals.css", "utf8")).toContain(`--${name}: ${value};`);
  });

  it("takes the operator's colours and the reader's theme", () => {
    const look = { ...defaultSettings.look, color: "#7a1fa2" };
    expect(draw({ look })).toMatch(/--pine:(?:light-dark\()?#(?!12594a)/);
    expect(draw({ theme: "dark" })).toContain("color-scheme:dark");
  });
});
