import type { Settings } from "../types";
import type { cornerKinds } from "./choices";
import { colourNames, deriveColours, type Palette } from "./derive-colours";
import { fontRules } from "./fonts";

export type Look = Settings["look"];

const corners: Record<(typeof cornerKinds)[number], readonly [string, string, string, string] | null> = {
  soft: null,
  sharp: ["1px", "2px", "3px", "4px"],
  round: ["0.625rem", "1rem", "1.375rem", "1.875rem"],
};
const cornerNames = ["sm", "md", "lg", "xl"] as const;

const inBothThemes = (light: Palette, dark: Palette): string[] =>
  colourNames.map((name) =>
    light[name] === dark[name]
      ? `--${name}:${light[name]}`
      : `--${name}:light-dark(${light[name]},${dark[name]})`,
  );

const isOwnPalette = ({ color, accent, tone }: Look): boolean =>
  color === null && accent === null && tone === "tinted";

/**
 * The rules that stand in the HTML of every page of the shop: what differs from app/globals.css, and nothing for the look
 * that is drawn there. Every value was read by a schema or is one of ours, so that none can end the element.
 */
export function lookCss(look: Look): string {
  const { light, dark, bar } = deriveColours(look);
  const font = fontRules(look.font);
  const radii = corners[look.corners];
  const declarations = [
    ...(isOwnPalette(look) ? [] : inBothThemes(light, dark)),
    ...(radii ? cornerNames.map((name, index) => `--corner-${name}:${radii[index]}`) : []),
    ...(font ? [`--font-sans:${font.stack}`] : []),
  ];
  const barRules =
    look.header === "colour"
      ? `.bar{color-scheme:only light;${inBothThemes(bar, bar).join(";")};background:var(--paper);color:var(--ink)}`
      : "";
  return `${font?.faces ?? ""}${declarations.length > 0 ? `:root{${declarations.join(";")}}` : ""}${barRules}`;
}

/** Colour of the paper in each theme, for what draws outside of the pages: the browser's own frame. */
export function paperOf(look: Look): { light: string; dark: string } {
  if (isOwnPalette(look)) return { light: "#f5f7f4", dark: "#0f1513" };
  const { light, dark } = deriveColours(look);
  return { light: light.paper, dark: dark.paper };
}
