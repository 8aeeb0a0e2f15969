import { AppError } from "../../core/errors";
import { readCsv } from "../../core/formats/csv";
import { refusal } from "../../core/refusals/refusal";
import { isOneOf } from "../../core/shapes/records";
import { fileColumns, keyColumns } from "./columns";

/** A line of the file: the cells of the columns that the file has. */
export interface FileLine {
  line: number;
  slug: string;
  code: string;
  cells: ReadonlyMap<string, string>;
}

const maxLines = 5000;

const refuse = (said: ConstructorParameters<typeof AppError>[1]) =>
  new AppError("malformed", said, { field: "csv" });

/** @throws AppError `malformed` of a file without the columns that name product and option, or with unknown ones */
export function readProductFile(csv: string): FileLine[] {
  const [heading, ...rows] = readCsv(csv);
  const names = heading?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = keyColumns.find((name) => !names.includes(name));
  if (missing) throw refuse(refusal("column_missing", { name: missing }));
  const isKnown = (name: string) => isOneOf(fileColumns, name);
  const unknown = names.find((name) => name !== "" && !isKnown(name));
  if (unknown) throw refuse(refusal("column_unknown", { name: unknown.slice(0, 40) }));
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  if (twice) throw refuse(refusal("column_twice", { name: twice }));
  if (rows.length === 0) throw refuse("no_lines");
  if (rows.length > maxLines) throw refuse(refusal("too_many_lines", { max: maxLines }));
  return rows.map(({ line, cells: texts }) => {
    const cells = new Map(
      names.flatMap((name, index) => (name === "" ? [] : [[name, (texts[index] ?? "").trim()] as const])),
    );
    return { line, slug: cells.get("slug") ?? "", code: cells.get("code") ?? "", cells };
  });
}
