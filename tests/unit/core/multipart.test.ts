import { expect, it } from "vitest";
import { maxParts, partBytesOf } from "@/lib/core/multipart";
import { maxFileBytes, maxPieceBytes, pieceBytesOf } from "@/lib/fulfillment/kinds/file/schema";
import { leastPartBytes } from "@/lib/operations/backup/put-in-parts";

const gib = 1024 ** 3;

it.each([
  1,
  leastPartBytes,
  leastPartBytes + 1,
  5 * gib,
  5 * gib + 1,
  625 * gib,
  625 * gib + 1,
  5 * 1024 * gib,
])(
  "sends a backup of %d bytes in as many parts as a store takes, of as many bytes as it takes [C102]",
  (bytes) => {
    const part = partBytesOf(bytes, leastPartBytes);
    expect(Math.ceil(bytes / part)).toBeLessThanOrEqual(maxParts);
    expect(part).toBeLessThanOrEqual(5 * gib);
  },
);

it.each([1, 8 * 1024 ** 2, 78 * gib, 79 * gib, maxFileBytes])(
  "sends a file of %d bytes in as many pieces as a store takes [C102]",
  (bytes) => {
    expect(Math.ceil(bytes / pieceBytesOf(bytes))).toBeLessThanOrEqual(maxParts);
    expect(pieceBytesOf(bytes)).toBeLessThanOrEqual(maxPieceBytes);
  },
);
