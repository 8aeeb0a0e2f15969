type Picture = Promise<Uint8Array<ArrayBuffer>>;

/** A picture takes about 40 kB, and about 100 ms to draw. */
const kept = 60;
const pictures = new Map<string, Picture>();

/** Draws a picture once for all concurrent and later requests. A change of text or price is another key. */
export function keptPicture(key: string, draw: () => Picture): Picture {
  const known = pictures.get(key);
  if (known) return known;
  const drawing = draw();
  pictures.set(key, drawing);
  drawing.catch(() => pictures.delete(key));
  for (const oldest of pictures.keys()) {
    if (pictures.size <= kept) break;
    pictures.delete(oldest);
  }
  return drawing;
}
