import type { Moves } from "../../core/shapes/moves";
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

/** Keys that were stored before an import failed or was canceled stay. */
export const keyImportMoves: Moves<KeyImportStatus> = {
  uploading: ["checking", "importing", "canceled"],
  checking: ["checked", "failed", "canceled"],
  checked: ["checking", "importing", "canceled"],
  importing: ["done", "failed", "canceled"],
  done: [],
  failed: [],
  canceled: [],
};
export const isRunning = (status: KeyImportStatus): status is RunningStatus =>
  running.some((one) => one === status);
