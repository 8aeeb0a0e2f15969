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
