import type { Figures } from "./load";

export interface Row {
  name: string;
  figures: Figures;
  /** What it is held against, and the share it has to reach, if any. */
  against?: { name: string; figures: Figures; target?: number };
}

const column = (text: string, width: number) => text.padStart(width);

const aim = (share: number, target: number | undefined) =>
  target === undefined ? "" : ` (to reach: ${(target * 100).toFixed(0)} %)${share < target ? "  BELOW" : ""}`;

function line({ name, figures, against }: Row): string {
  const { perSecond, p50, p99, failures } = figures;
  const share = against ? perSecond / against.figures.perSecond : null;
  return [
    name.padEnd(44),
    column(perSecond.toFixed(0), 9),
    column(p50.toFixed(1), 9),
    column(p99.toFixed(1), 9),
    column(failures ? `${failures} failed` : "", 12),
    share === null || !against
      ? ""
      : `  ${(share * 100).toFixed(0)} % of ${against.name}${aim(share, against.target)}`,
  ].join("");
}

export function print(rows: readonly Row[]): void {
  console.log(`\n${"".padEnd(44)}${column("per s", 9)}${column("p50 ms", 9)}${column("p99 ms", 9)}`);
  for (const row of rows) console.log(line(row));
}

export const verdict = (name: string, value: string, target: string, isMet: boolean): void =>
  console.log(`${name.padEnd(44)}${value} (to reach: ${target})${isMet ? "" : "  BELOW"}`);

export const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
