import { AppError } from "../errors";
import { isIpRange } from "../formats/ip-ranges";

/** Refuses a list of addresses from which calls may come, naming the entry that is none. @throws AppError `malformed` */
export function requireIpRanges(list: readonly string[], field: string): void {
  const wrong = list.findIndex((range) => !isIpRange(range));
  if (wrong >= 0) throw new AppError("malformed", "ip_range", { field: `${field}.${wrong}` });
}
