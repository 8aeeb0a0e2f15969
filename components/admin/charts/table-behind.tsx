import type { ReactNode } from "react";
import { ScrollArea } from "@/components/ui/scroll-area";

interface TableBehindProps {
  label: string;
  /** The first is of times, the others of numbers. */
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

const at = (place: number) =>
  place === 0 ? "whitespace-nowrap px-2 py-1 text-left" : "tabular whitespace-nowrap px-2 py-1 text-right";

/** The numbers that a chart is drawn from, folded below it. */
export function TableBehind({ label, head, rows }: TableBehindProps) {
  return (
    <details className="mt-3 text-xs">
      <summary className="w-fit rounded-sm text-ink-muted hover:text-ink">{label}</summary>
      <ScrollArea label={label} className="mt-2 max-h-72 rounded-md border border-line">
        <table className="w-full">
          <thead className="sticky top-0 bg-sunken text-ink-muted">
            <tr>
              {head.map((name, place) => (
                <th key={name} scope="col" className={`${at(place)} font-medium`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key} className="border-line border-t">
                {head.map((name, place) => (
                  <td key={name} className={at(place)}>
                    {cells[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </details>
  );
}
