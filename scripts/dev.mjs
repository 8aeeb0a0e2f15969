// `npm run dev`: the same shop with hot reload.
import { bundlePrograms, ensureClient, ensurePackages, main } from "./bootstrap.mjs";

await main(async () => {
  await ensurePackages();
  await ensureClient();
  await bundlePrograms();
  process.env.NODE_ENV = "development";
  await (await import("../build/serve.mjs")).serve({ isDevelopment: true });
});
