import type { ListColumnsChoice } from "@/lib/accounts/staff/columns/schema";
import type { Column } from "./data-table";

export interface ColumnChoice {
  key: string;
  label: string;
  isShown: boolean;
  isOptional: boolean;
}

/** A list with fewer is never too wide. */
const fewest = 3;

/** Everything but what the row is about (its first column), its acts, and what has no name. */
const isChoosable = <R>(column: Column<R>, index: number): column is Column<R> & { head: string } =>
  index > 0 && column.key !== "actions" && typeof column.head === "string" && column.head !== "";

/** The columns that a person wants to see, and what there is to choose from. */
export function chooseColumns<R>(
  given: readonly (Column<R> | null)[],
  { hidden, shown }: Pick<ListColumnsChoice, "hidden" | "shown">,
): { columns: Column<R>[]; choices: ColumnChoice[] } {
  const columns = given.filter((column) => column !== null);
  const isShown = (column: Column<R>) =>
    column.isOptional ? shown.includes(column.key) : !hidden.includes(column.key);
  const choices = columns.filter(isChoosable).map((column) => ({
    key: column.key,
    label: column.head,
    isShown: isShown(column),
    isOptional: column.isOptional === true,
  }));
  return {
    columns: columns.filter((column, index) => !isChoosable(column, index) || isShown(column)),
    choices: choices.length < fewest ? [] : choices,
  };
}
