// Run where the image is built (deploy/Dockerfile): takes out of a finished build what only its making needs.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isOfBuild, main, root } from "./bootstrap.mjs";

const inRoot = (place) => path.join(root, place);
const remove = (place) => rmSync(inRoot(place), { recursive: true, force: true });
const readPackages = (file) => JSON.parse(readFileSync(inRoot(file), "utf8"));

/** Record that npm keeps of its work: a start that builds after all has to find out that something is missing. */
const record = "node_modules/.package-lock.json";
/** `npm prune --omit=dev` keeps what a running package names as optional: the CLI of Prisma and 100 packages with it. */
function removePackages() {
  const installed = readPackages(record);
  for (const [place, locked] of Object.entries(readPackages("package-lock.json").packages)) {
    // The compiler of Next is an optional package of each platform.
    if (!isOfBuild(locked) && !/^node_modules\/@next\/swc-/.test(place)) continue;
    remove(place);
    delete installed.packages[place];
  }
  writeFileSync(inRoot(record), JSON.stringify(installed));
  remove("node_modules/.bin");
}

await main(async () => {
  removePackages();
  for (const place of [".prepared", ".next/cache", "tests", "docs"]) remove(place);
});
