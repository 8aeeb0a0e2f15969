import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Command } from "commander";
import { parse } from "csv-parse";
import { decodePieces, findKeyEncoding, looksLikeHeading } from "@/lib/core/key-text";
import { importFile } from "@/lib/stock/imports/import-file";
import { readRecords } from "@/lib/stock/imports/read-records";
import { type KeyFormat, type KeyImportView, newKeyImportBody } from "@/lib/stock/imports/schema";
import { keys } from "@/messages/en/admin-sell.json";
import { StartError } from "../door/front-door";
import type { Session } from "./open-shop";
import { optionId } from "./option-id";

interface ImportOptions {
  sku?: number;
  note: string;
  separator?: string;
  table?: true;
  delimiter: string;
  leaveOutElsewhere?: true;
  check?: true;
}

const columnNames = ["key", "sku", "product", "use_by", "cost", "note", "public_label"];

/** Bytes of one read; a character has at least one. */
const readBytes = 64 * 1024;

/** Reads a file of keys as the page does. What is no file on a disk, as the output of another program, can be read once. */
async function openKeys(file: string): Promise<() => AsyncIterable<string>> {
  const read = () => createReadStream(file, { highWaterMark: readBytes });
  const chunks: Buffer[] = [];
  const isFile = (await stat(file)).isFile();
  if (!isFile) for await (const chunk of read()) chunks.push(chunk);
  const open = isFile ? read : () => Readable.from(chunks);
  const encoding = await findKeyEncoding(open);
  if (encoding === null) throw new StartError(keys.noText.replace("{name}", file));
  return () => decodePieces(open(), encoding);
}

async function readHeading(texts: AsyncIterable<string>, delimiter: string): Promise<string[]> {
  const rows = Readable.from(texts).pipe(parse({ bom: true, delimiter, to: 1, relax_quotes: true }));
  for await (const row of rows) return (row as string[]).map((cell) => cell.trim().toLowerCase());
  return [];
}

async function warnOfHeading(texts: AsyncIterable<string>): Promise<void> {
  for await (const { cells } of readRecords(texts, { kind: "lines" })) {
    if (looksLikeHeading(cells[0] ?? ""))
      process.stderr.write(
        "Line 1 looks like the heading of a table, and is taken for a key. For a table give --table.\n",
      );
    return;
  }
}

async function readFormat(
  open: () => AsyncIterable<string>,
  { separator, table, delimiter }: ImportOptions,
): Promise<KeyFormat> {
  if (separator !== undefined && table) throw new StartError("Give --separator or --table, not both.");
  if (separator !== undefined) return { kind: "blocks", separator: separator.trim() };
  if (!table) {
    await warnOfHeading(open());
    return { kind: "lines" };
  }
  const heading = await readHeading(open(), delimiter);
  const columns = heading.flatMap((name, index) =>
    columnNames.includes(name) ? [[name, index] as const] : [],
  );
  const { key, ...others } = Object.fromEntries(columns);
  if (key === undefined)
    throw new StartError(
      `The first line of the table names no column "key". It may name ${columnNames.join(", ")}.`,
    );
  return { kind: "table", delimiter, has_heading: true, columns: { key, ...others } };
}

async function readInput(file: string, open: () => AsyncIterable<string>, options: ImportOptions) {
  const input = newKeyImportBody.safeParse({
    ...(options.sku === undefined ? {} : { sku_id: options.sku }),
    name: file.split(/[\\/]/).at(-1)?.slice(0, 200) ?? "",
    note: options.note,
    leave_out_elsewhere: options.leaveOutElsewhere ?? false,
    format: await readFormat(open, options),
  });
  if (input.success) return input.data;
  const wrong = input.error.issues[0]?.path.join(".") ?? "";
  throw new StartError(
    wrong === "sku_id"
      ? "Give --sku, or a table with a column sku."
      : `--${wrong.replace("format.", "")} is not valid.`,
  );
}

function showProgress({ read, imported }: KeyImportView): void {
  process.stderr.write(`\r${read.toLocaleString("en")} read, ${imported.toLocaleString("en")} new`);
}

const refusedOf = ({
  not_imported: { duplicate, voided, repeated, elsewhere, empty, ...refused },
}: KeyImportView) => Object.values(refused).reduce((sum, count) => sum + count, 0);

function textOf(view: KeyImportView): string {
  const { duplicate = 0, voided = 0, repeated = 0, elsewhere = 0, empty = 0 } = view.not_imported;
  const refused = refusedOf(view);
  const lines = view.refused.map(({ line, reason }) => `  line ${line} ${keys.reasons[reason]}`);
  const others = refused - lines.length;
  return [
    `${view.imported} keys ${view.status === "checked" ? "would be imported" : "imported"}; ${duplicate + voided} were there already, ` +
      `${repeated} repeated, ${elsewhere} left out for another SKU, ${empty} lines empty, ${refused} refused.`,
    ...lines,
    ...(others > 0 ? [`  and ${others} more: GET /api/v1/admin/stock/imports/${view.id}/lines`] : []),
  ].join("\n");
}

export function importCommand(program: Command, { print, resolve, withShop }: Session): void {
  program
    .command("import-keys <file>")
    .description("add keys to a SKU: one a line, several lines each, or a table")
    .option("--sku <id>", "the SKU's number; not needed for a table with a column sku", optionId)
    .option("--note <text>", "a note of the batch", "")
    .option("--separator <line>", "the line between two keys of several lines")
    .option("--table", `CSV with a heading: ${columnNames.join(", ")}`)
    .option("--delimiter <sign>", "what stands between two cells of the table", ",")
    .option("--leave-out-elsewhere", "leave out what another SKU has already")
    .option("--check", "only say what would be imported")
    .action((name: string, options: ImportOptions) =>
      withShop(async () => {
        const file = resolve(name);
        if ((await stat(file)).isDirectory())
          throw new StartError(`${file} is a folder: name a file of keys.`);
        const open = await openKeys(file);
        const input = await readInput(file, open, options);
        const onProgress = process.stderr.isTTY ? showProgress : () => undefined;
        const view = await importFile({
          texts: open(),
          input,
          mode: options.check ? "check" : "import",
          onProgress,
        });
        if (process.stderr.isTTY) process.stderr.write("\n");
        if (view.problem) throw new StartError(view.problem);
        const { duplicate = 0, repeated = 0, empty = 0 } = view.not_imported;
        const counts = { imported: view.imported, duplicates: duplicate, repeated, empty };
        print(
          { ...counts, import_id: view.id, not_imported: view.not_imported, refused: view.refused },
          textOf(view),
        );
        if (view.imported === 0 && refusedOf(view) > 0) process.exitCode = 1;
      }),
    );
}
