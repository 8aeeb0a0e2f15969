import type { Finding } from "@/lib/operations/checks/check-shop";

export const findingLines = (findings: Finding[]) =>
  findings.map(({ check, ok, detail }) => `${ok ? "ok   " : "WRONG"}  ${check}: ${detail}`).join("\n");
