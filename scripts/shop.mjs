// `npm run shop -- <command>`: what an operator does with a shell. Beside a running shop or without one.
import {
  ensureClient,
  ensureCommands,
  ensurePackages,
  invokedFrom,
  main,
  silenceSteps,
} from "./bootstrap.mjs";

await main(async () => {
  if (process.argv.includes("--json")) silenceSteps();
  await ensurePackages({ forBuild: false });
  await ensureClient();
  await ensureCommands();
  process.env.NODE_ENV = "production";
  await (await import("../build/commands/shop.mjs")).run(process.argv.slice(2), invokedFrom);
});
