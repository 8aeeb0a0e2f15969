import { getConfig } from "../../config/config";
import { watchBackups } from "../../operations/backup/backup-state";
import { backupByNight } from "../../operations/backup/nightly-backup";
import { tellMorning } from "../../operations/morning/tell-morning";
import { askFeedDaily } from "../../operations/updates/ask-feed";
import type { Handlers } from "../types";

const begunAt = new Date();

export const handlers = {
  "housekeeping.purge": async () => {
    if (getConfig().backup.nightly) await watchBackups(begunAt);
  },
  "backup.nightly": backupByNight,
  "morning.tell": tellMorning,
  "update.ask": askFeedDaily,
} satisfies Handlers;
