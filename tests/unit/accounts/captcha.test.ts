import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { captchaGlyphs } from "@/lib/accounts/captcha/captcha-glyphs";
import { drawCaptcha } from "@/lib/accounts/captcha/draw-captcha";

describe("the captcha picture", () => {
  it("is a small PNG drawn without fonts, and never the same twice", async () => {
    const [one, two] = await Promise.all([drawCaptcha("AEK39"), drawCaptcha("AEK39")]);
    const { format, width, height } = await sharp(one).metadata();
    expect({ format, width, height }).toEqual({ format: "png", width: 200, height: 72 });
    expect(one.length).toBeLessThan(12_000);
    expect(one.equals(two)).toBe(false);
  });

  it("leaves out the characters that people confuse", () => {
    const alphabet = Object.keys(captchaGlyphs).join("");
    expect(alphabet).not.toMatch(/[0OQ1IJ2Z5S8BUCG]/);
    expect(alphabet.length).toBeGreaterThanOrEqual(20);
  });

  it("has ink for every character", async () => {
    for (const character of Object.keys(captchaGlyphs)) {
      const { channels } = await sharp(await drawCaptcha(character)).stats();
      expect(channels[0]?.min, character).toBeLessThan(120);
    }
  });
});
