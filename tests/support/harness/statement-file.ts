import type { Statement } from "./statements";

const plain = (_name: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

const isBytes = (value: unknown): value is { data: number[] } =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  value.type === "Buffer" &&
  "data" in value;

const alive = (_name: string, value: unknown) => (isBytes(value) ? Buffer.from(value.data) : value);

/** One line a statement; bytes stay bytes, times and large numbers become the texts that PostgreSQL reads. */
export const writeStatement = (statement: Statement): string => `${JSON.stringify(statement, plain)}\n`;

export const readStatements = (text: string): Statement[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line, alive) as Statement);
