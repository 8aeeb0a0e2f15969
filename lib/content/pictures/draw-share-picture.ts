import path from "node:path";
import type { OverlayOptions } from "sharp";
import { sharp } from "../../core/formats/sharp";
import { readMark, readOwnPicture } from "./read-mark";
import { shareSize } from "./share-size";

export interface ShareText {
  shopName: string;
  title: string;
  /** Price, date or what else stands below the title. */
  note: string | null;
  /** Address of a picture of the shop's own. */
  picture: string | null;
  /** Shows all of it, with paper around it, instead of cropping it. */
  isWhole?: boolean;
}

const paper = "#f5f7f4";
const ink = "#14201b";
const faint = "#53625b";
const pine = "#12594a";
const brass = "#a8741a";
const pictureWidth = 504;
const margin = 72;
const column = shareSize.width - pictureWidth - 2 * margin;

const bold = path.resolve("node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf");

const escapeMarkup = (text: string) =>
  text
    // Control characters are no text for the drawing library.
    .replace(/\p{Cc}+/gu, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");

interface Line {
  text: string;
  size: number;
  color: string;
  maxHeight: number;
  width?: number;
}

interface Drawn {
  input: Buffer;
  width: number;
  height: number;
}

async function drawText({ text, size, color, maxHeight, width = column }: Line): Promise<Drawn> {
  const draw = async (points: number): Promise<Drawn> => {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `Geist SemiBold ${points}`,
        fontfile: bold,
        width,
        wrap: "word-char",
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { input: data, width: info.width, height: info.height };
  };
  let points = size;
  let drawn = await draw(points);
  while (drawn.height > maxHeight && points > 20) {
    points = Math.floor(points * 0.85);
    drawn = await draw(points);
  }
  return drawn;
}

let hanProbe: Promise<boolean> | undefined;

/** A machine without a Chinese font draws boxes, which are narrower than the square of every Chinese character. */
async function canDrawHan(): Promise<boolean> {
  hanProbe ??= drawText({ text: "数字密钥", size: 100, color: ink, maxHeight: 400, width: 2000 }).then(
    ({ width }) => width > 360,
  );
  return hanProbe;
}

const isLatin = (text: string) => /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);

/** A text that would be boxes is left out. */
const canDraw = async (text: string): Promise<boolean> => isLatin(text) || (await canDrawHan());

/** The goods' picture, else the shop's mark on its colour. */
async function drawSide(
  { picture, isWhole }: Pick<ShareText, "picture" | "isWhole">,
  width: number = pictureWidth,
): Promise<Buffer> {
  const own = await readOwnPicture(picture);
  const size = { width, height: shareSize.height };
  if (own)
    return sharp(own, { density: 200 })
      .resize({ ...size, fit: isWhole ? "contain" : "cover", background: paper })
      .png()
      .toBuffer();
  const mark = await sharp(await readMark(), { density: 400 })
    .resize(280, 280, { fit: "contain", background: "#0000" })
    .png()
    .toBuffer();
  return sharp({ create: { ...size, channels: 4, background: pine } })
    .composite([{ input: mark, gravity: "centre" }])
    .png()
    .toBuffer();
}

async function drawHead(shopName: string): Promise<OverlayOptions[]> {
  const mark = await sharp(await readMark(), { density: 300 })
    .resize(56, 56, { fit: "contain", background: "#0000" })
    .png()
    .toBuffer();
  const parts: OverlayOptions[] = [{ input: mark, left: margin, top: margin }];
  if (await canDraw(shopName)) {
    const name = await drawText({
      text: shopName,
      size: 30,
      color: faint,
      maxHeight: 44,
      width: column - 80,
    });
    parts.push({ input: name.input, left: margin + 76, top: margin + Math.round((56 - name.height) / 2) });
  }
  return parts;
}

async function drawNote(note: string): Promise<OverlayOptions[]> {
  const line = await sharp({ create: { width: 64, height: 6, channels: 4, background: brass } })
    .png()
    .toBuffer();
  const price = await drawText({ text: note, size: 46, color: pine, maxHeight: 64 });
  const top = shareSize.height - margin - price.height;
  return [
    { input: line, left: margin, top: top - 34 },
    { input: price.input, left: margin, top },
  ];
}

/**
 * A PNG for links in messages and networks: mark and name, title and price, and the picture. Where the title cannot be
 * drawn, the picture alone.
 */
export async function drawSharePicture({
  shopName,
  title,
  note,
  picture,
  isWhole,
}: ShareText): Promise<Uint8Array<ArrayBuffer>> {
  const parts: OverlayOptions[] = [];
  if (!(await canDraw(title))) {
    parts.push({ input: await drawSide({ picture, isWhole }, shareSize.width), left: 0, top: 0 });
  } else {
    const heading = await drawText({ text: title, size: 68, color: ink, maxHeight: 260 });
    parts.push(
      ...(await drawHead(shopName)),
      { input: await drawSide({ picture, isWhole }), left: shareSize.width - pictureWidth, top: 0 },
      { input: heading.input, left: margin, top: 180 },
      ...(note && (await canDraw(note)) ? await drawNote(note) : []),
    );
  }
  const drawn = await sharp({ create: { ...shareSize, channels: 3, background: paper } })
    .composite(parts)
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer();
  return Uint8Array.from(drawn);
}
