import { keysOf } from "../../core/shapes/records";

/** Pages of the guide by the last part of their address, in the order of a reader; each is a file below docs/. */
export const guideFiles = {
  "first-call": "first-call.md",
  api: "api.md",
  interconnect: "interconnect.md",
  refusals: "refusals.md",
  limits: "limits.md",
  "delivery-server": "delivery-server/README.md",
} as const;

export type GuideName = keyof typeof guideFiles;

export const guideNames = keysOf(guideFiles);

export const isGuideName = (name: string): name is GuideName => Object.hasOwn(guideFiles, name);

/** Address that a link of the Markdown leads to; undefined for what the shop does not serve, as its sources. */
export function servedAddress(href: string): string | undefined {
  if (/^https?:|^#|^mailto:/.test(href)) return href;
  const [file = "", part] = href.split("#");
  const name = guideNames.find((one) => guideFiles[one] === file.replace(/^\.\.?\//, ""));
  return name && `/docs/${name}${part ? `#${part}` : ""}`;
}
