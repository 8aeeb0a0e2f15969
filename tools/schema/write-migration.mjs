import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const numberOf = (name) => name.slice(0, name.indexOf("_"));

/**
 * Writes the next migration of a folder. It begins with the released migration whose processes work on beside it, as every
 * migration that only adds does (docs/decisions/0609).
 */
export async function writeMigration(prismaFolder, name, sql) {
  const { newest } = JSON.parse(await readFile(path.join(prismaFolder, "released-schema.json"), "utf8"));
  const taken = (await readdir(path.join(prismaFolder, "migrations"))).map((each) =>
    Number.parseInt(each, 10),
  );
  const number = String(Math.max(...taken.filter(Number.isInteger)) + 1).padStart(4, "0");
  const folder = path.join(prismaFolder, "migrations", `${number}_${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, "migration.sql"), `-- compatible-from: ${numberOf(newest)}\n${sql}`);
  return folder;
}
