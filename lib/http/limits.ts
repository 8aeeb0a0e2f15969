import { getConfig } from "../config/config";
import type { Limit } from "../db/rate-limit";
import type { RouteLimit } from "./make-route";

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });

export const publicReads: RouteLimit = {
  name: "public",
  by: "ip",
  isLeased: true,
  limit: () => perMinute(getConfig().limits.publicReadsPerMinute),
};

/** Per network, for signed calls whose signature does not hold. */
export const unprovedCalls = (): Limit => perMinute(getConfig().limits.unprovedPerMinute);

/** Beside the limit of the mail address that is asked for. */
export const recoveries: RouteLimit = {
  name: "recover",
  by: "ip",
  limit: () => ({ limit: getConfig().limits.recoverPerIpHour, windowSeconds: 3600 }),
};

export const guestOrders: RouteLimit = {
  name: "guest_order",
  by: "ip",
  isLeased: true,
  limit: () => perMinute(getConfig().limits.guestOrdersPerMinute),
};
