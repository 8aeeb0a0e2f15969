export const fileVersionStatuses = ["uploading", "checking", "ready", "refused"] as const;
export type FileVersionStatus = (typeof fileVersionStatuses)[number];

/** From which status a version gets to each. One that is refused is replaced by another version. */
const sources: Record<FileVersionStatus, readonly FileVersionStatus[]> = {
  uploading: [],
  checking: ["uploading"],
  ready: ["checking"],
  refused: ["uploading", "checking"],
};

export const fileVersionSources = (to: FileVersionStatus): FileVersionStatus[] => [...sources[to]];

/** Where the bytes of a version lie: `data_dir`, or the S3-compatible store of the configuration. */
export const fileStorageNames = ["folder", "bucket"] as const;
export type FileStorageName = (typeof fileStorageNames)[number];
