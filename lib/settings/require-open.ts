import { AppError } from "../core/errors";
import { getSettings } from "./queries";

/** Seconds of `Retry-After`: the operator sets no time. */
export const maintenanceRetrySeconds = 600;

/** For what begins something new. What was begun goes on: paying and reading an order. @throws AppError `maintenance` */
export async function requireOpenShop(): Promise<void> {
  const { maintenance } = await getSettings();
  if (maintenance) throw new AppError("maintenance", "maintenance", { retryAfter: maintenanceRetrySeconds });
}
