// Loaded into a shop process by `npm run bench -- --profile FOLDER`: SIGUSR2 begins a CPU profile and ends it again.
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
let isRunning = false;

process.on("SIGUSR2", async () => {
  if (!isRunning) {
    isRunning = true;
    await session.post("Profiler.start");
    return;
  }
  isRunning = false;
  const { profile } = await session.post("Profiler.stop");
  writeFileSync(process.env.BENCH_PROFILE ?? "bench.cpuprofile", JSON.stringify(profile));
});
