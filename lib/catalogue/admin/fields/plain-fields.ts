import { type PlainColumns, type PlainInput, type PlainMembers, plainFields, plainNames } from "./schema";

/** The columns that a body changes; undefined stays. */
export const plainColumns = (input: PlainInput): Partial<PlainColumns> =>
  Object.fromEntries(plainNames.map((name) => [plainFields[name].column, input[name]]));

export const plainMembers = (row: PlainColumns): PlainMembers =>
  Object.fromEntries(
    plainNames.map((name) => [name, row[plainFields[name].column]]),
  ) as unknown as PlainMembers;
