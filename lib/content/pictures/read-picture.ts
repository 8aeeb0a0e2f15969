import { AppError } from "../../core/errors";
import { sharp } from "../../core/formats/sharp";

export const maxPictureBytes = 8 * 1024 * 1024;
const maxPixels = 50_000_000;
const maxSide = 2400;

const startsWith = (bytes: Uint8Array, hex: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString("hex") === hex;

/** By the first bytes, never by name or declared type. SVG, HTML and everything else has no entry and is refused. */
function sniff(bytes: Uint8Array): "png" | "jpeg" | "webp" | "gif" | "heif" | null {
  if (startsWith(bytes, "89504e470d0a1a0a")) return "png";
  if (startsWith(bytes, "ffd8ff")) return "jpeg";
  if (startsWith(bytes, "52494646") && startsWith(bytes, "57454250", 8)) return "webp";
  if (startsWith(bytes, "474946383761") || startsWith(bytes, "474946383961")) return "gif";
  if (startsWith(bytes, "6674797061766966", 4)) return "heif";
  return null;
}

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  mime: "image/webp";
  width: number;
  height: number;
}

const notAPicture = () =>
  new AppError("unsupported_media_type", "not_a_picture", {
    field: "file",
  });

/**
 * A29: decodes the picture and writes it anew as WebP, so that nothing of the uploaded bytes (a script behind the pixels,
 * a place in the metadata) is ever served.
 * @throws AppError `unsupported_media_type`, `malformed`
 */
export async function readPicture(upload: Uint8Array): Promise<Picture> {
  const kind = sniff(upload);
  if (!kind) throw notAPicture();
  try {
    const image = sharp(upload, { failOn: "error", limitInputPixels: maxPixels });
    const { format } = await image.metadata();
    if (format !== kind) throw notAPicture();
    const { data, info } = await image
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: Uint8Array.from(data), mime: "image/webp", width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", "damaged_picture", {
      field: "file",
      cause: error,
    });
  }
}
