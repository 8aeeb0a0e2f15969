export const keyImportStatuses = [
  "uploading",
  "checking",
  "checked",
  "importing",
  "done",
  "failed",
  "canceled",
] as const;
export type KeyImportStatus = (typeof keyImportStatuses)[number];

/** Purposes of a job: only to say what would happen, or to store the keys. */
export const keyImportModes = ["check", "import"] as const;

const running = ["checking", "importing"] as const;
export type RunningStatus = (typeof running)[number];

/** From which status an import gets to each. What was stored before it failed or was canceled stays. */
const sources: Record<KeyImportStatus, readonly KeyImportStatus[]> = {
  uploading: [],
  checking: ["uploading", "checked"],
  checked: ["checking"],
  importing: ["uploading", "checked"],
  done: ["importing"],
  failed: running,
  canceled: ["uploading", "checking", "checked", "importing"],
};

export const keyImportSources = (to: KeyImportStatus): KeyImportStatus[] => [...sources[to]];
export const isRunning = (status: KeyImportStatus): status is RunningStatus =>
  running.some((one) => one === status);
