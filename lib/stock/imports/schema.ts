import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import { id, idText, madeBetween, maybe, pageOut, pageQuery, plainText, timeOut } from "../../core/wire";
import { pieceCharacters } from "./bounds";
import { keyImportModes, keyImportStatuses } from "./state";

const mostPieces = 2_000;

/** Bytes of a piece in JSON, where a character may take six. */
export const pieceBodyCap = 6 * pieceCharacters + 1024;

const columnNumber = z.int().min(0).max(99);

/** Columns of a table, from 0. */
const keyColumns = z.object({
  key: columnNumber,
  /** The option's code; without it all keys are those of the import's own option. */
  sku: maybe(columnNumber),
  /** The product's slug, where several products have an option of that code. */
  product: maybe(columnNumber),
  use_by: maybe(columnNumber),
  cost: maybe(columnNumber),
  note: maybe(columnNumber),
  /** Column of the label that buyers read when they may choose. */
  public_label: maybe(columnNumber),
});
export type KeyColumns = z.output<typeof keyColumns>;

/** `lines`: one key a line. `blocks`: keys of several lines with a separator line between them. `table`: CSV. */
export const keyFormat = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("lines") }),
  z.object({ kind: z.literal("blocks"), separator: plainText(40, 1) }),
  z.object({
    kind: z.literal("table"),
    delimiter: z.string().check(...shapedAs(/^[^"\r\n]$/)),
    has_heading: z.boolean(),
    columns: keyColumns,
  }),
]);
export type KeyFormat = z.output<typeof keyFormat>;

export const namesOptions = (format: KeyFormat): boolean =>
  format.kind === "table" && format.columns.sku !== undefined;

export const newKeyImportBody = z
  .object({
    sku_id: maybe(id),
    name: plainText(200).default(""),
    note: plainText(200).default(""),
    /** Leaves out what another option has already, which would be sold twice. */
    leave_out_elsewhere: z.boolean().default(false),
    format: keyFormat,
  })
  .refine(({ sku_id, format }) => sku_id !== undefined || namesOptions(format), {
    path: ["sku_id"],
    error: rule("option_or_column"),
  });
export type NewKeyImport = z.output<typeof newKeyImportBody>;

const pieceText = z.string().min(1).max(pieceCharacters);

/** The same number again is the same piece: what was sent stays. */
export const keyPieceBody = z.object({
  number: z
    .int()
    .min(0)
    .max(mostPieces - 1),
  text: pieceText,
});
export const keyPieceResult = z.object({ pieces: z.int() });

export const startKeyImportBody = z.object({
  mode: z.enum(keyImportModes),
  /** How many pieces were sent. */
  pieces: z.int().min(1).max(mostPieces),
  /** Another way to take the text apart, after a check. */
  format: maybe(keyFormat),
});

export type KeyImportMode = z.output<typeof startKeyImportBody>["mode"];

/** Why a line became no key. The first five are keys that are left out, the others are refused. */
export const lineReasons = [
  "duplicate",
  "voided",
  "repeated",
  "elsewhere",
  "empty",
  "too_long",
  "lost_character",
  "no_key",
  "unknown_option",
  "several_options",
  "wrong_date",
  "past_date",
  "wrong_cost",
  "long_note",
  "long_label",
] as const;
export type LineReason = (typeof lineReasons)[number];
export const leftOutReasons: readonly LineReason[] = [
  "duplicate",
  "voided",
  "repeated",
  "elsewhere",
  "empty",
];

export const reasonCounts = z.partialRecord(z.enum(lineReasons), z.int());

export const keyImportView = z.object({
  id: z.int(),
  sku_id: z.int().nullable(),
  sku_name: z.string().nullable(),
  name: z.string(),
  note: z.string(),
  status: z.enum(keyImportStatuses),
  /** A job works on it: its numbers change. */
  is_running: z.boolean(),
  format: keyFormat,
  pieces: z.int(),
  pieces_done: z.int(),
  /** Records read so far; of a check, `imported` says how many would become keys. */
  read: z.int(),
  imported: z.int(),
  /** The rest of what was read, by reason. */
  not_imported: reasonCounts,
  /** Keys that other options have too, whether they were imported or left out. */
  elsewhere: z.array(z.object({ sku_id: z.int(), name: z.string(), count: z.int() })),
  batches: z.array(z.object({ sku_id: z.int(), batch_id: z.int() })),
  /** The first refused lines; all that are kept stand in the file. */
  refused: z.array(z.object({ line: z.int(), reason: z.enum(lineReasons) })),
  problem: z.string().nullable(),
  created_at: timeOut,
  changed_at: timeOut,
});
export type KeyImportView = z.infer<typeof keyImportView>;

export const keyImportParams = z.object({ import_id: idText });
export const keyImportQuery = z.object({ ...pageQuery(20, 100), sku_id: idText.optional(), ...madeBetween });
export const keyImportList = z.object({ imports: z.array(keyImportView), ...pageOut });
