"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { useHydrated } from "@/components/ui/use-hydrated";
import { anyRow } from "./peeked";
import { type Id, SelectBox } from "./selection";

export type RowColumn = { key: string; className?: string; label?: string };

export type Row = {
  key: Id;
  tone?: "danger" | "warn";
  /** Value of its tick. */
  tick?: Id;
  cells: readonly ReactNode[];
};

type RowsProps = {
  columns: readonly RowColumn[];
  rows: readonly Row[];
  tickLabel: string;
  /** Shows a row beside the list: the address for any row, and what the link says before the row's name. */
  peek?: { href: string; label: string } | undefined;
};

/** Drawn by script alone: it is in every row, and weighs in none of the documents. */
const PeekLink = ({ href, label, row }: { href: string; label: string; row: string }) =>
  useHydrated() ? (
    <Link
      href={href.replace(`peek=${anyRow}`, `peek=${row}`)}
      scroll={false}
      aria-label={`${label} ${row}`}
      className="row-peek"
    />
  ) : null;

/**
 * Rows of a table. They are drawn here, and not by the server, so that the data of the page carry what stands in the cells, and
 * not the same cells again in every row.
 */
export function Rows({ columns, rows, tickLabel, peek }: RowsProps) {
  return (
    <tbody data-rows>
      {rows.map(({ key, tone, tick, cells }) => (
        <tr key={key} className={cx("group", tone && `wants-${tone}`)}>
          {tick === undefined ? null : (
            <td className="row-tick">
              <SelectBox id={tick} label={tickLabel} />
            </td>
          )}
          {columns.map((column, index) => (
            <td key={column.key} data-label={column.label} className={column.className}>
              {cells[index]}
              {peek && index === 0 ? <PeekLink {...peek} row={String(key)} /> : null}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
