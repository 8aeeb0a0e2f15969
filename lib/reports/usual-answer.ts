import { addSeconds, now } from "../core/clock";
import { readWaits } from "./sql/cases";

/** Answers that are looked at, and how many there have to be. */
const latest = 50;
const fewest = 5;
const month = 30 * 86_400;

/** Hours within which buyers usually had a first answer lately; null where there were too few to say. */
export async function readUsualAnswer(): Promise<number | null> {
  const { count, median } = await readWaits(addSeconds(now(), -month), latest);
  return count < fewest || median === null ? null : Math.max(1, Math.ceil(median / 3600));
}
