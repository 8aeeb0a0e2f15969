// `npm run bench`: measures the main flows of the built server, each beside a baseline of the same run.
import { spawnSync } from "node:child_process";

const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", "scripts/bench/main.ts", ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
