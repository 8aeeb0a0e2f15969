import type { ReactNode } from "react";
import { ScrollArea } from "@/components/ui/scroll-area";

type EvidenceTableProps = { title: string; head: readonly string[]; rows: readonly (readonly ReactNode[])[] };

/** The rows of a finished document never move. */
const keyOf = (row: number): string => `row ${row}`;

/** Nothing where there is nothing to list. */
export function EvidenceTable({ title, head, rows }: EvidenceTableProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="font-semibold text-base">{title}</h2>
      <ScrollArea label={title} className="mt-2">
        <table className="w-full text-left">
          <thead>
            <tr className="border-line border-b text-ink-muted">
              {head.map((name) => (
                <th key={name} scope="col" className="whitespace-nowrap py-1.5 pr-3 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={keyOf(row)} className="border-line border-b align-top">
                {cells.map((cell, column) => (
                  <td key={head[column]} className="break-words break-keep py-1.5 pr-3">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}
