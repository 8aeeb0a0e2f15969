import type { Finding } from "@/lib/operations/check-shop";

export const findingLines = (findings: Finding[]) =>
  findings.map(({ check, ok, detail }) => `${ok ? "ok   " : "WRONG"}  ${check}: ${detail}`).join("\n");
