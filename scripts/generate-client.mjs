import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Prisma asks for an engine binary before it generates, and then does not run it: any executable will do. */
export function generateClient() {
  const result = spawnSync(
    process.execPath,
    [path.join(root, "node_modules/prisma/build/index.js"), "generate", "--no-hints"],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
      },
    },
  );
  if (result.status !== 0) {
    throw new Error(
      `The database client could not be generated:\n${result.stderr || result.stdout || result.error}`,
    );
  }
}
