import type { Readable } from "node:stream";
import type { DataStore } from "@tus/server";

/** The first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes of a file in their order, written where the reader wants them. */
export interface FilePart {
  /** @returns how many bytes it wrote to the beginning of `into`; 0 at the end */
  fill(into: Uint8Array): Promise<number>;
  /** May be called at any time, and again. */
  close(): Promise<void>;
}

/** A place where the bytes of versions lie, each under the random key of its version. */
export interface FileStorage {
  /** The store of the tus protocol that takes the pieces of an upload, and what the version is called there. */
  uploads(): Promise<DataStore>;
  uploadId(key: string): string;
  /** Whether an upload was opened there and may go on. */
  hasUpload(key: string): Promise<boolean>;
  /** How many bytes lie there; null when there are none. */
  sizeOf(key: string): Promise<number | null>;
  read(key: string): Promise<Readable>;
  openPart(key: string, range: ByteRange): Promise<FilePart>;
  /** The upload was checked and goes on sale. May be repeated. */
  keep(key: string): Promise<void>;
  /** Removes everything of a version, also what came of an upload. May be repeated. */
  remove(key: string): Promise<void>;
}
