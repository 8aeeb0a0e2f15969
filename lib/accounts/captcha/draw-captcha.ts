import { randomInt } from "node:crypto";
import { sharp } from "../../core/formats/sharp";
import { captchaGlyphs } from "./captcha-glyphs";

const width = 200;
const height = 72;
const inks = ["#1d3b53", "#3a2e5c", "#174a3c", "#5b2b2b", "#2b3a1f"];

const between = (low: number, high: number) => low + (randomInt(0, 10_001) / 10_000) * (high - low);
const pick = (from: readonly string[]) => from[randomInt(from.length)] ?? "#222222";

/** Bent, leaning, of uneven size; the bend runs through the strokes, so that no stroke is straight. */
function glyphPath(character: string, left: number): string {
  const scale = between(0.27, 0.33);
  const lean = between(-0.2, 0.2);
  const turn = between(-0.18, 0.18);
  const bend = between(4, 9);
  const phase = between(0, Math.PI * 2);
  const place = (x: number, y: number) => {
    const bentX = x - 50 + Math.sin(y / 26 + phase) * bend + (y - 70) * lean;
    const bentY = y - 70 + Math.sin(x / 30 + phase) * bend;
    const px = (bentX * Math.cos(turn) - bentY * Math.sin(turn)) * scale + left;
    const py = (bentX * Math.sin(turn) + bentY * Math.cos(turn)) * scale + height / 2;
    return `${px.toFixed(1)} ${py.toFixed(1)}`;
  };
  const strokes = (captchaGlyphs[character] ?? []).map((stroke) => {
    const points: string[] = [];
    stroke.forEach(([x, y], index) => {
      const [fromX, fromY] = stroke[index - 1] ?? [x, y];
      for (const part of index === 0 ? [1] : [0.25, 0.5, 0.75, 1]) {
        points.push(place(fromX + (x - fromX) * part, fromY + (y - fromY) * part));
      }
    });
    return `M${points.join("L")}`;
  });
  return `<path d="${strokes.join("")}" stroke="${pick(inks)}" stroke-width="${between(3, 4.6).toFixed(1)}"/>`;
}

function noiseLine(): string {
  const [a, b, c, d] = [between(0, height), between(0, height), between(0, height), between(0, height)];
  return `<path d="M-5 ${a.toFixed(1)}C${width * 0.3} ${b.toFixed(1)} ${width * 0.7} ${c.toFixed(1)} ${width + 5} ${d.toFixed(1)}" stroke="${pick(inks)}" stroke-width="${between(1, 2.2).toFixed(1)}" opacity="0.55"/>`;
}

const dot = () =>
  `<circle cx="${between(0, width).toFixed(1)}" cy="${between(0, height).toFixed(1)}" r="${between(0.6, 1.8).toFixed(1)}" fill="${pick(inks)}" stroke="none" opacity="0.5"/>`;

/** A PNG of the characters. */
export async function drawCaptcha(answer: string): Promise<Buffer> {
  const step = (width - 30) / answer.length;
  const glyphs = [...answer].map((character, index) =>
    glyphPath(character, 15 + step * (index + 0.5) + between(-3, 3)),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="${width}" height="${height}" fill="#f3f5f7" stroke="none"/>${Array.from({ length: 40 }, dot).join("")}${glyphs.join("")}${Array.from({ length: 4 }, noiseLine).join("")}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}
