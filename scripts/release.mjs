// `npm run release`: a release of the commit that is checked out, for machines that build nothing (docs/operations.md).
import { spawnSync } from "node:child_process";
import path from "node:path";
import {
  ensureBuild,
  ensureClient,
  ensurePackages,
  invokedFrom,
  main,
  root,
  StopError,
} from "./bootstrap.mjs";

function requireCleanCheckout() {
  const { status, stdout } = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new StopError("A release is made from a checkout with git.");
  if (stdout !== "")
    throw new StopError(
      `The checkout has changes that are in no commit, and a release is one:\n${stdout.slice(0, 1000)}`,
    );
}

/** Paths on the command line start where the command was given. */
const absolute = (args) =>
  args.map((argument, index) =>
    ["--sign", "--feed", "--to"].includes(args[index - 1]) ? path.resolve(invokedFrom, argument) : argument,
  );

await main(async () => {
  requireCleanCheckout();
  await ensurePackages();
  await ensureClient();
  await ensureBuild();
  const args = ["--import", "tsx", "tools/release/main.ts", ...absolute(process.argv.slice(2))];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
});
