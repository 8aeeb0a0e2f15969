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
