// `npm run bench`: measures the main flows of the built server, each beside a baseline of the same run.
import { spawnSync } from "node:child_process";
import { ensureBuild, ensureClient, ensurePackages, main, root } from "./bootstrap.mjs";

await main(async () => {
  await ensurePackages();
  await ensureClient();
  // The database alone is measured by the one, releases by the other.
  if (!["buffers", "ways"].includes(process.argv[2])) await ensureBuild();
  const { status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "tools/bench/main.ts", ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  process.exitCode = status ?? 1;
});
