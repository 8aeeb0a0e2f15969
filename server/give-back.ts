import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const everyMs = 15_000;
/** Part of one core; the worker's rounds and a balancer's questions take about 0.02. */
const quietLoad = 0.1;
/** Fewer are not worth the tenth of a second in which nothing is answered. */
const worthBytes = 12 * 1024 ** 2;

/** The engine's own collection, which Node hands out no other way to a program that was started without a flag. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

export interface GivingBack {
  every?: number;
  collect?: () => void;
  /** Microseconds for which this process has computed so far. */
  worked?: () => number;
}

function computed(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * Collects when nobody comes. The engine collects while memory is asked for, so that after a busy hour what it left lies
 * there all night: in a shop with 512 MB, 60 MB of its 290.
 */
export function keepGivingBack({
  every = everyMs,
  collect = collector(),
  worked = computed,
}: GivingBack = {}): () => void {
  let before = worked();
  let kept = 0;
  const timer = setInterval(() => {
    const isQuiet = (worked() - before) / 1000 < every * quietLoad;
    before = worked();
    if (!isQuiet || getHeapStatistics().total_physical_size - kept < worthBytes) return;
    collect();
    kept = getHeapStatistics().total_physical_size;
    before = worked();
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
