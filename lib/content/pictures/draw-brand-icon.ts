import { sha256Hex } from "../../core/crypto";
import { sharp } from "../../core/formats/sharp";
import { readIcon } from "./read-mark";

/** `maskable`: phones cut a circle or a square out of it, so the mark keeps to the middle. */
const files: Record<string, { side: number; margin: number }> = {
  "icon-32.png": { side: 32, margin: 0 },
  "icon-180.png": { side: 180, margin: 0.12 },
  "icon-192.png": { side: 192, margin: 0.06 },
  "icon-512.png": { side: 512, margin: 0.06 },
  "maskable-512.png": { side: 512, margin: 0.2 },
};

const paper = "#f5f7f4";

/** The icon of that name, by the mark that it shows, or null for a name that is none of ours. */
export async function brandIcon(
  file: string,
): Promise<{ key: string; draw: () => Promise<Uint8Array<ArrayBuffer>> } | null> {
  const wanted = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!wanted) return null;
  const mark = await readIcon();
  const key = `brand ${file} ${sha256Hex(mark)}`;
  return { key, draw: () => drawIcon(wanted, mark) };
}

/** A PNG of the mark on paper. */
async function drawIcon(
  { side, margin }: { side: number; margin: number },
  picture: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const inner = Math.round(side * (1 - 2 * margin));
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const mark = await sharp(picture, { density: 300 })
    .resize(inner, inner, { fit: "contain", background: transparent })
    .png()
    .toBuffer();
  const background = margin > 0 ? paper : transparent;
  const icon = await sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: mark, gravity: "centre" }])
    .png()
    .toBuffer();
  return Uint8Array.from(icon);
}
