// `npm run client`: the TypeScript client as plain modules with their types, in clients/typescript/dist.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { writeClientTypes } from "../docs/client-types";
import { bundleClient } from "./bundle";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "clients/typescript");
const dist = path.join(folder, "dist");

if (await writeClientTypes()) console.log("Wrote the types of the description");
rmSync(dist, { recursive: true, force: true });
await bundleClient(dist);
const compiler = path.join(root, "node_modules/typescript/lib/tsc.js");
const { status } = spawnSync(process.execPath, [compiler, "-p", folder], { stdio: "inherit" });
if (status === 0) console.log(`Wrote ${path.relative(root, dist)}`);
process.exit(status ?? 1);
