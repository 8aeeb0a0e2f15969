import { sharp } from "../../core/formats/sharp";
import type { Picture } from "./read-picture";

const maxBytes = 512 * 1024;
const maxElements = 5_000;
const maxPixels = 4_000_000;
const maxSide = 1600;
const longestSeconds = 10;

const maxUses = 200;

/** Shapes, colours and texts. Nothing that runs or fetches. */
const elements = new Set(
  (
    "svg g defs title desc path rect circle ellipse line polyline polygon text tspan use " +
    "linearGradient radialGradient stop clipPath"
  ).split(" "),
);

/** A byte-order mark and a declaration may stand before the drawing. */
const heading = /^\ufeff?\s*(<\?xml[^>]{0,200}\?>\s*)?$/;
const entity = /&(?!(amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/i;
const foreign = /href\s*=\s*(?!["']#)|@import|url\(\s*(?!["']?#)/i;

/**
 * Parts that others refer to must not refer to parts themselves: a few references to references are a drawing of
 * millions of shapes.
 */
function hasPlainParts(text: string): boolean {
  const insidePart = [false];
  let count = 0;
  let uses = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    if (++count > maxElements) return false;
    const end = text.indexOf(">", at);
    const tag = text.slice(at, end);
    const name = /^<\/?([a-zA-Z]{1,30})(?=[\s/]|$)/.exec(tag)?.[1];
    if (end < 0 || name === undefined || !elements.has(name)) return false;
    // The end of a tag within a value would hide where an element ends.
    if (tag.split('"').length % 2 === 0 || tag.split("'").length % 2 === 0) return false;
    const hasId = /\sid\s*=/.test(tag);
    if (name === "use" && (hasId || insidePart.at(-1) || ++uses > maxUses)) return false;
    if (tag.startsWith("</")) insidePart.pop();
    else if (!tag.endsWith("/")) insidePart.push(hasId || insidePart.at(-1) === true);
  }
  return true;
}

function isPlainDrawing(text: string): boolean {
  const start = text.indexOf("<svg");
  if (start < 0 || start > 400 || !heading.test(text.slice(0, start))) return false;
  const drawing = text.slice(start);
  return !entity.test(drawing) && !foreign.test(drawing) && hasPlainParts(drawing);
}

/**
 * A drawing of another shop, as a picture: of an SVG nothing is kept or served, and one that could do more than draw is none.
 * @returns null for everything that is no plain drawing
 */
export async function readDrawing(bytes: Uint8Array): Promise<Picture | null> {
  if (bytes.byteLength > maxBytes) return null;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  if (!isPlainDrawing(text)) return null;
  try {
    const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels: maxPixels })
      .timeout({ seconds: longestSeconds })
      .resize({ width: maxSide, height: maxSide, fit: "inside" })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: Uint8Array.from(data), mime: "image/webp", width: info.width, height: info.height };
  } catch {
    return null;
  }
}
