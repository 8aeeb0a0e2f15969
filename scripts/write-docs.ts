// `npm run docs`: writes the pages of docs/ that are made from the code.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { generatedPages } from "./docs/pages";

const root = path.dirname(import.meta.dirname);
for (const [page, write] of Object.entries(generatedPages)) {
  writeFileSync(path.join(root, page), write(root));
  console.log(`Wrote ${page}`);
}
