import { getConfig } from "../config/config";
import type { RouteLimit } from "./make-route";

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });

export const publicReads: RouteLimit = {
  name: "public",
  by: "ip",
  isLeased: true,
  limit: () => perMinute(getConfig().limits.publicReadsPerMinute),
};

export const guestOrders: RouteLimit = {
  name: "guest_order",
  by: "ip",
  isLeased: true,
  limit: () => perMinute(getConfig().limits.guestOrdersPerMinute),
};
