export const mostLines = 100_000;
const longestLine = 16_384;
const chunkBytes = 190 * 1024;

export interface KeyLines {
  lines: string[];
  repeated: number;
  blank: number;
  /** The number of the first line that is too long, from 1. */
  tooLong: number | null;
  /** The number of the first line with U+FFFD in it, which stands where a character was lost. */
  unreadable: number | null;
}

/** As the server reads them: blank lines are left out, and what stands twice counts once; a key is kept byte for byte. */
export function readLines(text: string): KeyLines {
  const seen = new Set<string>();
  let blank = 0;
  let filled = 0;
  let tooLong: number | null = null;
  let unreadable: number | null = null;
  const all = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (const [index, line] of all.entries()) {
    if (line.trim() === "") {
      // The end of the last line is not an empty line.
      if (index < all.length - 1) blank += 1;
      continue;
    }
    filled += 1;
    if (tooLong === null && line.length > longestLine) tooLong = index + 1;
    if (unreadable === null && line.includes("\uFFFD")) unreadable = index + 1;
    seen.add(line);
  }
  return { lines: [...seen], repeated: filled - seen.size, blank, tooLong, unreadable };
}

/** Chunks small enough for one call each. */
export function* chunksOf(lines: readonly string[]): Generator<string[]> {
  const encoder = new TextEncoder();
  let chunk: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = encoder.encode(line).byteLength + 1;
    if (chunk.length > 0 && bytes + size > chunkBytes) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(line);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
