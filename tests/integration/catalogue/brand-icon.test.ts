import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { brandIcon } from "@/lib/content/pictures/draw-brand-icon";

describe("the icon of the shop", () => {
  it.each([
    ["icon-32.png", 32],
    ["icon-180.png", 180],
    ["maskable-512.png", 512],
  ])("is drawn as %s", async (file, side) => {
    const icon = await (await brandIcon(file))?.draw();
    const { format, width, height } = await sharp(icon ?? new Uint8Array()).metadata();
    expect({ format, width, height }).toEqual({ format: "png", width: side, height: side });
  });

  it.each(["icon-33.png", "constructor", "../secret", ""])("is nothing under the name %j", async (file) => {
    expect(await brandIcon(file)).toBeNull();
  });
});
