import { describe, expect, it } from "vitest";
import { tones } from "@/lib/settings/look/choices";
import { contrastOf, writeColour } from "@/lib/settings/look/colour";
import { deriveColours, type Palette } from "@/lib/settings/look/derive-colours";
import { readyLooks } from "@/lib/settings/look/ready-looks";

/** Texts and what they stand on, by the names of app/globals.css. */
const grounds = ["paper", "surface", "raised", "sunken"] as const;
const texts: readonly [keyof Palette, readonly (keyof Palette)[]][] = [
  ["ink", grounds],
  ["ink-muted", grounds],
  ["ink-faint", grounds],
  ["pine", [...grounds, "pine-soft"]],
  ["pine-strong", [...grounds, "pine-soft"]],
  ["brass", [...grounds, "brass-soft"]],
  ["ink", ["pine-soft", "brass-soft"]],
  ["on-pine", ["pine", "pine-strong"]],
];
const ofBar: readonly [keyof Palette, readonly (keyof Palette)[]][] = [
  ["ink", ["paper", "surface", "sunken"]],
  ["ink-muted", ["paper", "surface", "sunken"]],
  ["ink-faint", ["paper", "surface"]],
  ["pine", ["paper", "surface"]],
  ["on-pine", ["pine"]],
];

const hues = Array.from({ length: 12 }, (_, index) => index * 30);
const chosen = [
  "#000000",
  "#ffffff",
  "#808080",
  "#ffff00",
  "#00ff00",
  "#ff0000",
  "#0000ff",
  ...hues.flatMap((h) => [0.3, 0.55, 0.8].map((l) => writeColour({ l, c: 0.2, h }))),
];

const tooWeak = (palette: Palette, pairs: typeof texts, where: string) =>
  pairs.flatMap(([text, on]) =>
    on
      .filter((ground) => contrastOf(palette[text], palette[ground]) < 4.5)
      .map((ground) => `${where}: ${text} ${palette[text]} on ${ground} ${palette[ground]}`),
  );

describe("C159: the colours of a look", () => {
  it.each(tones)("can be read in both themes whatever colour is chosen, with greys that are %s", (tone) => {
    const weak = chosen.flatMap((color) => {
      const { light, dark, bar } = deriveColours({ color, accent: color, tone });
      return [
        ...tooWeak(light, texts, `light ${color}`),
        ...tooWeak(dark, texts, `dark ${color}`),
        ...tooWeak(bar, ofBar, `bar ${color}`),
        ...[light, dark]
          .filter((palette) => contrastOf(palette.control, palette.surface) < 3)
          .map((palette) => `${color}: edge ${palette.control}`),
      ];
    });
    expect(weak).toEqual([]);
  });

  it("tell the ready looks apart", () => {
    const colours = Object.values(readyLooks).map(({ color, accent, tone }) =>
      deriveColours({ color, accent, tone }),
    );
    const pine = colours.map(({ light }) => light.pine);
    expect(new Set(pine).size).toBe(pine.length);
    const papers = colours.map(({ light }) => light.paper);
    expect(new Set(papers).size).toBe(papers.length);
  });
});
