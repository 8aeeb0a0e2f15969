import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Model {
  name: string;
  table: string;
  relations: { to: string; isOptional: boolean; isUnique: boolean; name: string }[];
}

const modelPattern = /(?:\/\/\/ .*\n)*model (\w+) \{\n([\s\S]*?)\n\}/g;

function readModels(text: string): Model[] {
  return [...text.matchAll(modelPattern)].map(([, name = "", body = ""]) => {
    const isUnique = (field: string) =>
      new RegExp(`^\\s+${field}\\s.*@(unique|id)\\b`, "m").test(body) ||
      body.includes(`@@unique([${field}])`);
    const relations = [
      ...body.matchAll(/^\s+(\w+)\s+(\w+)(\?)?\s.*@relation\(.*fields: \[(\w+)[^\]]*\]/gm),
    ].map(([, relation = "", to = "", optional, field = ""]) => ({
      to,
      name: relation,
      isOptional: optional === "?",
      isUnique: isUnique(field),
    }));
    return { name, table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name, relations };
  });
}

const cardinality = ({ isOptional, isUnique }: Model["relations"][number]) =>
  `${isUnique ? "o|" : "}o"}--${isOptional ? "o|" : "||"}`;

/** docs/data-model.md: one diagram for each file of prisma/models, with the tables that it refers to. */
export function entityDiagrams(root: string): string {
  const folder = path.join(root, "prisma/models");
  const domains = readdirSync(folder)
    .sort()
    .map((file) => ({
      domain: file.replace(".prisma", ""),
      models: readModels(readFileSync(path.join(folder, file), "utf8")),
    }));
  const tables = new Map(domains.flatMap(({ models }) => models.map(({ name, table }) => [name, table])));
  const diagrams = domains.map(({ domain, models }) => {
    const lines = models.flatMap(({ table, relations }) => [
      `  ${table}`,
      ...relations.map(
        (relation) => `  ${table} ${cardinality(relation)} ${tables.get(relation.to)} : ${relation.name}`,
      ),
    ]);
    return [`## ${domain}`, "", "```mermaid", "erDiagram", ...lines, "```"].join("\n");
  });
  return `# Data model

Written by \`npm run docs\` from \`prisma/models\`; the columns and their meaning stand there. A line reads from the table that
holds the reference to the table that it names.

${diagrams.join("\n\n")}
`;
}
