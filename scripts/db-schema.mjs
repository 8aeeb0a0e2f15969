// npm run db:schema -- add_gift_notes: writes the next migration, from the committed schema to the one in the folder, and the client.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { compareSchemas, prismaFolder, readSchema } from "../tools/schema/compare-schemas.mjs";
import { writeMigration } from "../tools/schema/write-migration.mjs";
import { ensureClient } from "./bootstrap.mjs";

const git = async (...args) => (await promisify(execFile)("git", args, { cwd: prismaFolder })).stdout;

async function committedSchema() {
  const names = (await git("ls-tree", "-r", "--name-only", "HEAD", "."))
    .split("\n")
    .filter((name) => name.endsWith(".prisma"));
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await git("show", `HEAD:./${name}`) })),
  );
}

const sql = await compareSchemas(await committedSchema(), await readSchema());
const hasChanged = !sql.includes("This is an empty migration");
const [name = ""] = process.argv.slice(2);
if (hasChanged && !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error(`${sql}\nGive this migration a name: npm run db:schema -- add_gift_notes`);
  process.exit(1);
}
if (hasChanged) {
  const folder = await writeMigration(prismaFolder, name, sql);
  console.log(
    `Wrote ${path.relative(process.cwd(), folder)}: read it, and add by hand what the models cannot say.`,
  );
} else {
  console.log("The models are as they were committed: there is nothing to migrate.");
}
await ensureClient({ always: true });
