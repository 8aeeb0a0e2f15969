import { pieceCharacters } from "@/lib/stock/imports/bounds";

/** Pieces of a text for one call each; no character of two code units is cut in two. */
export function* piecesOf(text: string, size: number = pieceCharacters): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = Math.min(text.length, start + size);
    const last = text.charCodeAt(end - 1);
    const isCut = end < text.length && last >= 0xd800 && last <= 0xdbff;
    const cut = isCut ? end - 1 : end;
    yield text.slice(start, cut);
    start = cut;
  }
}

/** How many lines hold something, or how many blocks; what stands twice is counted twice. */
export function countKeys(text: string, separator: string | null): number {
  let count = 0;
  let isOpen = false;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line === "") continue;
    if (separator === null) count += 1;
    else if (line === separator) isOpen = false;
    else if (!isOpen) {
      isOpen = true;
      count += 1;
    }
  }
  return count;
}

/** The first keys as they will be stored. */
export function firstKeys(text: string, separator: string | null, most: number): string[] {
  const lines = text.slice(0, 65_536).split(/\r\n|\n|\r/);
  if (separator === null) return lines.filter((line) => line.trim() !== "").slice(0, most);
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === separator) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks
    .map((block) => block.join("\n").trim())
    .filter((block) => block !== "")
    .slice(0, most);
}
