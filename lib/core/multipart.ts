/** An S3-compatible store takes no more of one upload. */
export const maxParts = 10_000;

/** Parts of so many bytes, larger where as many as a store takes would not hold the whole. */
export const partBytesOf = (bytes: number, least: number): number =>
  Math.max(least, Math.ceil(bytes / maxParts));
