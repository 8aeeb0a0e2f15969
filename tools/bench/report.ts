import type { Figures } from "./load";

/** Calls of a kind, and what they are compared with in the same run. */
export interface Row {
  name: string;
  figures: Figures;
  /** Its baseline, and the share of it to be reached, if any. */
  against?: { name: string; figures: Figures; target?: number };
}

/** One measured value with its limit. */
export interface Verdict {
  name: string;
  value: string;
  target: string;
  isMet: boolean;
}

export type Result = Row | Verdict;

export const isRow = (result: Result): result is Row => "figures" in result;

const column = (text: string, width: number) => text.padStart(width);
const nameWidth = 46;

export const shareOf = ({ figures, against }: Row): number | null =>
  against ? figures.perSecond / against.figures.perSecond : null;

const aim = (share: number, target: number | undefined) =>
  target === undefined ? "" : ` (to reach: ${(target * 100).toFixed(0)} %)${share < target ? "  BELOW" : ""}`;

function rowLine(row: Row): string {
  const { perSecond, p50, p99, failures, processor } = row.figures;
  const share = shareOf(row);
  return [
    row.name.padEnd(nameWidth),
    column(perSecond.toFixed(0), 9),
    column(p50.toFixed(1), 9),
    column(p99.toFixed(1), 9),
    column(processor ? processor.server.toFixed(2) : "", 10),
    column(processor ? processor.database.toFixed(2) : "", 8),
    column(failures ? `${failures} failed` : "", 12),
    share === null || !row.against
      ? ""
      : `  ${(share * 100).toFixed(0)} % of ${row.against.name}${aim(share, row.against.target)}`,
  ].join("");
}

const verdictLine = ({ name, value, target, isMet }: Verdict): string =>
  `${name.padEnd(nameWidth)}${value} (to reach: ${target})${isMet ? "" : "  BELOW"}`;

/** The table that a person reads. */
export function print(results: readonly Result[]): void {
  const rows = results.filter(isRow);
  if (rows.length > 0)
    console.log(
      `\n${"".padEnd(nameWidth)}${column("per s", 9)}${column("p50 ms", 9)}${column("p99 ms", 9)}${column("shop ms", 10)}${column("db ms", 8)}`,
    );
  for (const row of rows) console.log(rowLine(row));
  for (const result of results) if (!isRow(result)) console.log(verdictLine(result));
}

/** The same for programs. */
export const toJson = (results: readonly Result[]) =>
  results.map((result) => {
    if (!isRow(result)) return result;
    const { name, figures, against } = result;
    return {
      name,
      per_second: figures.perSecond,
      p50_ms: figures.p50,
      p99_ms: figures.p99,
      failures: figures.failures,
      ...(figures.processor
        ? { shop_ms: figures.processor.server, database_ms: figures.processor.database }
        : {}),
      ...(against
        ? { baseline: against.name, share: shareOf(result), target_share: against.target ?? null }
        : {}),
    };
  });

export const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
