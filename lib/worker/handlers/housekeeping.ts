import { sweepPictures } from "../../content/pictures/sweep-pictures";
import { purgeExpired } from "../../db/purge-expired";
import { keepStores } from "../../fulfillment/kinds/file/storage/find-storage";
import { purgeUploads } from "../../fulfillment/kinds/file/uploads/purge-uploads";
import { purgeFailedJobs } from "../../jobs/purge-failed-jobs";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers = {
  "housekeeping.purge": whenClockIsRight(async () => {
    await purgeExpired();
    await purgeFailedJobs();
    await keepStores();
    await purgeUploads();
  }),
  "picture.sweep": whenClockIsRight(sweepPictures),
} satisfies Handlers;
