// `npm run dev`: the same shop with hot reload.
import { bundlePrograms, ensureClient, ensurePackages, fingerprint, main } from "./bootstrap.mjs";

const bundle = () => bundlePrograms(["server/routes/api.ts"]);
const sources = () => fingerprint(["app/api", "lib", "messages"]);

/**
 * The routes as their sources are: the programs are made anew for the first request after a change. What of them is the same
 * as before has the same name, and stays loaded.
 */
function routesOf(bundled) {
  let known = bundled;
  let loaded = import("../build/api.mjs");
  return async () => {
    const current = sources();
    if (current !== known) {
      known = current;
      loaded = bundle().then(() => import(`../build/api.mjs?${current}`));
    }
    return (await loaded).api;
  };
}

await main(async () => {
  await ensurePackages();
  await ensureClient();
  const bundled = sources();
  await bundle();
  process.env.NODE_ENV = "development";
  await (await import("../build/serve.mjs")).serve({ loadRoutes: routesOf(bundled) });
});
