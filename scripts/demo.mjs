// `npm run demo`: a main site on 8080 and an agent site on 8081, paired, with the test gateway. Their data is in data/demo.
import {
  bundlePrograms,
  ensureBuild,
  ensureClient,
  ensurePackages,
  main,
  stopChildren,
} from "./bootstrap.mjs";

process.once("SIGINT", stopChildren);
process.once("SIGTERM", stopChildren);

await main(async () => {
  await ensurePackages();
  await ensureClient();
  await ensureBuild();
  await bundlePrograms();
  process.removeListener("SIGINT", stopChildren);
  process.removeListener("SIGTERM", stopChildren);
  process.env.NODE_ENV = "production";
  await (await import("../build/demo.mjs")).demo();
});
