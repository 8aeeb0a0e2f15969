// `npm run docs`: writes what is made from the code: the list of languages and pages of docs/.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { languageList } from "./docs/language-list";

const root = path.dirname(import.meta.dirname);

// First: the pages are made by code that reads the list.
writeFileSync(path.join(root, "messages/languages.ts"), languageList());

const { generatedPages } = await import("./docs/pages");
for (const [page, write] of Object.entries(generatedPages)) {
  writeFileSync(path.join(root, page), write(root));
  console.log(`Wrote ${page}`);
}
