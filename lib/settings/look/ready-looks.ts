import type { LookIn } from "./schema";

type ReadyLook = Pick<
  LookIn,
  "color" | "accent" | "tone" | "theme" | "corners" | "font" | "goods" | "header"
> & { hero: LookIn["hero"]["kind"]; sections: readonly LookIn["sections"][number]["kind"][] };

/** A beginning: pictures, words and links of the shop stay as they are. */
export const readyLooks = {
  shelf: {
    color: null,
    accent: null,
    tone: "tinted",
    theme: "system",
    corners: "soft",
    font: "geist",
    goods: "shelf",
    header: "paper",
    hero: "drawing",
    sections: ["banners", "shelves", "steps"],
  },
  arcade: {
    color: "#7c3aed",
    accent: "#0891b2",
    tone: "tinted",
    theme: "dark",
    corners: "sharp",
    font: "grotesk",
    goods: "framed",
    header: "colour",
    hero: "words",
    sections: ["best_sellers", "categories", "banners", "shelves"],
  },
  atelier: {
    color: "#9a3412",
    accent: "#3f6212",
    tone: "warm",
    theme: "light",
    corners: "round",
    font: "serif",
    goods: "bare",
    header: "paper",
    hero: "words",
    sections: ["categories", "shelves", "banners", "steps"],
  },
} satisfies Record<string, ReadyLook>;
