// `npm run docs`: writes what is made from the code: the list of languages, pages of docs/ and the types of the TypeScript client.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { languageTables } from "./language-list";

const root = path.resolve(import.meta.dirname, "../..");

// First, because the code that makes the pages reads these tables.
for (const [file, write] of Object.entries(languageTables)) writeFileSync(path.join(root, file), write());

const { generatedPages } = await import("./pages");
for (const [page, write] of Object.entries(generatedPages)) {
  writeFileSync(path.join(root, page), write(root));
  console.log(`Wrote ${page}`);
}

const { clientTypesFile, writeClientTypes } = await import("./client-types");
if (await writeClientTypes()) console.log(`Wrote ${path.relative(root, clientTypesFile)}`);
process.exit();
