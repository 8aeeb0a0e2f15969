/** What a channel is sent: the same for every provider, which writes it in its own form. */
export interface OperatorMessage {
  kind: string;
  title: string;
  /** Label and value, one line each. */
  rows: readonly (readonly [label: string, value: string])[];
  /** Where in the admin it is seen to. */
  url: string;
  /** How many events it is about. */
  count: number;
  /** ISO 8601. */
  at: string;
}

export const bodyLines = ({ rows }: OperatorMessage): string[] =>
  rows.map(([label, value]) => (label === "" ? value : `${label}: ${value}`));

/** Messengers refuse what is too long; the link leads to the rest. */
export const cutTo = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;
