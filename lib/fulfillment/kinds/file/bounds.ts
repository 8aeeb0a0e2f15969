import { partBytesOf } from "../../../core/multipart";

/** 100 GB: more than any shop on one disk sells. */
export const maxFileBytes = 100 * 1024 ** 3;
const leastPieceBytes = 8 * 1024 ** 2;
/** The admin sends a file in pieces of this size, and each becomes one part in a store (`@tus/s3-store` reckons alike). */
export const pieceBytesOf = (bytes: number): number => partBytesOf(bytes, leastPieceBytes);
