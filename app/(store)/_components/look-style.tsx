import { preload } from "react-dom";
import { fontFileOf } from "@/lib/settings/look/fonts";
import { type Look, lookCss } from "@/lib/settings/look/look-css";

/** The operator's look as CSS variables in the page itself: it is there with the first paint, and kept with the page. */
export function LookStyle({ look }: { look: Look }) {
  const css = lookCss(look);
  const font = fontFileOf(look.font);
  if (font) preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return css === "" ? null : <style>{css}</style>;
}
