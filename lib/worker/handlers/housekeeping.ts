import { purgeExpired } from "../../db/purge-expired";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "housekeeping.purge": whenClockIsRight(purgeExpired),
};
