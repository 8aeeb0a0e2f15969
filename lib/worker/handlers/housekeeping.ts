import { purgeExpired } from "../../db/purge-expired";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "housekeeping.purge": purgeExpired,
};
