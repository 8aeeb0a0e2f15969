import type { Moves } from "../../../core/shapes/moves";
export const fileVersionStatuses = ["uploading", "checking", "ready", "refused"] as const;
export type FileVersionStatus = (typeof fileVersionStatuses)[number];

/** A version that is refused is replaced by another one. */
export const fileVersionMoves: Moves<FileVersionStatus> = {
  uploading: ["checking", "refused"],
  checking: ["ready", "refused"],
  ready: [],
  refused: [],
};

/** Where the bytes of a version lie: `data_dir`, or the S3-compatible store of the configuration. */
export const fileStorageNames = ["folder", "bucket"] as const;
export type FileStorageName = (typeof fileStorageNames)[number];
