import { readFileSync, statSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { defaultSettings } from "@/lib/settings/defaults";
import {
  cornerKinds,
  goodsKinds,
  headerKinds,
  lookFonts,
  startThemes,
  tones,
} from "@/lib/settings/look/choices";
import { colourNames } from "@/lib/settings/look/derive-colours";
import { fontFileOf } from "@/lib/settings/look/fonts";
import { lookIn } from "@/lib/settings/look/in-language";
import { type Look, lookCss } from "@/lib/settings/look/look-css";
import { lookFile, lookIn as lookShape } from "@/lib/settings/look/schema";
import { readSentLook } from "@/lib/settings/look/sent-look";

const own = defaultSettings.look;
const withLook = (change: Partial<Look>) => lookCss({ ...own, ...change });

const sent = {
  color: "#7c3aed",
  accent: null,
  tone: "warm",
  theme: "dark",
  corners: "round",
  font: "serif",
  goods: "bare",
  header: "colour",
  logo_dark: null,
  logo_has_name: false,
  favicon: null,
  hero: { kind: "words", title: "Keys", lead: null, translations: { zh: { title: "卡密" } } },
  sections: [{ kind: "text", title: "About", text: "Since 2020" }],
  header_links: [{ label: "Help", address: "/pages/help" }],
  footer_links: [],
} as const;

describe("C159: the rules of a look", () => {
  it("are none for the look that app/globals.css draws", () => {
    expect(lookCss(own)).toBe("");
  });

  it("name every colour that app/globals.css has for the pages", () => {
    const css = readFileSync("app/globals.css", "utf8");
    const root = /:root \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? "";
    for (const name of colourNames) expect(root, name).toContain(`--${name}: light-dark(`);
    const rules = withLook({ color: "#7c3aed" });
    for (const name of colourNames) expect(rules, name).toContain(`--${name}:`);
  });

  it.each([
    ["color", "#ff0000"],
    ["accent", "#ff0000"],
    ["tone", "warm"],
    ["corners", "sharp"],
    ["font", "system"],
    ["header", "colour"],
  ] as const)("change with %s", (name, value) => {
    expect(withLook({ [name]: value })).not.toBe("");
  });

  it.each(lookFonts)(
    "of the font %s cannot end the element that they stand in, and load at most 35 kB",
    (font) => {
      for (const corners of cornerKinds)
        for (const tone of tones)
          for (const header of headerKinds)
            expect(withLook({ font, corners, tone, header, color: "#123456" })).not.toMatch(/[<&\\]/);
      const file = fontFileOf(font);
      if (file) expect(statSync(`public${file}`).size).toBeLessThan(35 * 1024);
    },
  );
});

describe("a look that is sent", () => {
  const written = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString("base64url");

  it("is read as the settings keep it", () => {
    const look = readSentLook(written(sent));
    expect(look).toMatchObject({ color: "#7c3aed", logoHasName: false, headerLinks: [{ label: "Help" }] });
    expect(look && lookIn(look, "zh").hero.title).toBe("卡密");
  });

  it.each([
    ["nothing", ""],
    ["no deflated text", "AAAA"],
    ["another object", written({ color: "#7c3aed" })],
    ["a colour that ends the style", written({ ...sent, color: "#fff}</style>" })],
    [
      "a link of script",
      written({ ...sent, header_links: [{ label: "x", address: "javascript:alert(1)" }] }),
    ],
    ["more than its bound", written({ ...sent, filler: "x".repeat(200_000) })],
  ])("is none when it is %s", (_, text) => {
    expect(readSentLook(text)).toBeNull();
  });

  it("is a file with a name of its format", () => {
    const file = { format: "keyshelf-look", version: 1, look: sent, pictures: {} };
    expect(lookFile.safeParse(file).success).toBe(true);
    expect(lookFile.safeParse({ ...file, format: "other" }).success).toBe(false);
  });

  it.each([
    ["tone", tones],
    ["theme", startThemes],
    ["corners", cornerKinds],
    ["font", lookFonts],
    ["goods", goodsKinds],
    ["header", headerKinds],
  ] as const)("may have each %s of its list and no other", (name, values) => {
    for (const value of values) expect(lookShape.safeParse({ ...sent, [name]: value }).success).toBe(true);
    expect(lookShape.safeParse({ ...sent, [name]: "other" }).success).toBe(false);
  });
});
