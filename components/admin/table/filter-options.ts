import type { FilterSelect } from "./filter-bar";

interface Option {
  value: string;
  label: string;
}

/** The members of a closed list, each by its text. */
export const listOptions = <V extends string>(values: readonly V[], label: (value: V) => string): Option[] =>
  values.map((value) => ({ value, label: label(value) }));

/** Rows by their names. */
export const rowOptions = (rows: readonly { id: number; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** A filter by the members of a closed list. */
export const listFilter = <V extends string>(
  name: string,
  label: string,
  values: readonly V[],
  valueLabel: (value: V) => string,
): FilterSelect => ({ name, label, options: listOptions(values, valueLabel) });

/** A filter by rows of another table. */
export const rowFilter = (
  name: string,
  label: string,
  rows: readonly { id: number; name: string }[],
): FilterSelect => ({ name, label, options: rowOptions(rows) });
