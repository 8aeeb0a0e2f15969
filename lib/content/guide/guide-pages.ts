import path from "node:path/posix";
import { keysOf } from "../../core/shapes/records";

/** Pages of the guide by the last part of their address, in the order of a reader; each is a file below docs/. */
export const guideFiles = {
  "first-call": "first-call.md",
  api: "api.md",
  interconnect: "interconnect.md",
  refusals: "refusals.md",
  limits: "limits.md",
  "delivery-server": "delivery-server/README.md",
  "generated-clients": "generated-clients.md",
} as const;

export type GuideName = keyof typeof guideFiles;

export const guideNames = keysOf(guideFiles);

export const isGuideName = (name: string): name is GuideName => Object.hasOwn(guideFiles, name);

/** Programs that the pages name, by the last part of their address below /docs/files. */
export const guidePrograms = {
  "restock.py": "examples/restock.py",
  "server.ts": "docs/delivery-server/server.ts",
  "server.py": "docs/delivery-server/server.py",
  "server.go": "docs/delivery-server/server.go",
  "server.php": "docs/delivery-server/server.php",
} as const;

type GuideProgram = keyof typeof guidePrograms;

const programNames = keysOf(guidePrograms);

export const isGuideProgram = (name: string): name is GuideProgram => Object.hasOwn(guidePrograms, name);

/** Files that a shop reads to serve its guide, from the folder of the program. */
export const servedFiles: readonly string[] = [
  ...guideNames.map((name) => `docs/${guideFiles[name]}`),
  ...Object.values(guidePrograms),
];

/** Address that a link on a page leads to; undefined for what the shop does not serve, as its sources. */
export function servedAddress(page: GuideName, href: string): string | undefined {
  if (/^https?:|^[#/]|^mailto:/.test(href)) return href;
  const [link = "", part] = href.split("#");
  const file = path.join("docs", path.dirname(guideFiles[page]), link);
  const name = guideNames.find((one) => `docs/${guideFiles[one]}` === file);
  if (name) return `/docs/${name}.md${part ? `#${part}` : ""}`;
  const program = programNames.find((one) => guidePrograms[one] === file);
  return program && `/docs/files/${program}`;
}

/** Address that stands for the shop in the files. */
const writtenBase = /http:\/\/localhost:8080/g;
const codeBlock = /(^```[\s\S]*?^```$)/m;

/** A page as it is served: with the shop's address, links that lead somewhere there, and no remarks for its writers. */
export const servedMarkdown = (page: GuideName, written: string, baseUrl: string): string =>
  written
    .replace(/^<!--[\s\S]*?-->\n*/gm, "")
    .replace(writtenBase, baseUrl)
    .split(codeBlock)
    .map((piece, at) =>
      at % 2 === 1
        ? piece
        : piece.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, text: string, href: string) => {
            const address = servedAddress(page, href);
            return address ? `[${text}](${address})` : text;
          }),
    )
    .join("");
