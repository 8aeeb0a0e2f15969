import { longestLabel } from "../../catalogue/schema";
import { comparableKey } from "../../core/codes";
import { addDays, dayIn, isDay, startOfDay } from "../../core/days";
import { restoreCell } from "../../core/formats/csv";
import { isHeldInstant, parseInstant } from "../../core/formats/instant";
import { parseMoney, shopStep } from "../../core/money";
import { maxSecretBytes } from "../import-secrets";
import type { KeyRecord } from "./read-records";
import type { KeyFormat, LineReason } from "./schema";

const longestNote = 200;
const longestCode = 120;

/** A key as its record says it; its option is found by code when there is one. */
export interface ReadKey {
  line: number;
  content: string;
  option: { code: string; slug: string | null } | null;
  useBy: Date | null;
  costCents: bigint | null;
  note: string | null;
  publicLabel: string | null;
}

export type ReadResult = { key: ReadKey } | { line: number; reason: LineReason };

/** A day counts to its end in the shop's time zone. */
function readUseBy(text: string, timeZone: string): Date | null {
  // The thirtieth of February is no day.
  const midnight = Date.parse(`${text}T00:00:00Z`);
  if (isDay(text) && (Number.isNaN(midnight) || dayIn(new Date(midnight), "UTC") !== text)) return null;
  const at = isDay(text) ? startOfDay(addDays(text, 1), timeZone) : parseInstant(text);
  return at && isHeldInstant(at) ? at : null;
}

interface Shop {
  timeZone: string;
  at: Date;
}

function problemOfContent(content: string): LineReason | null {
  if (content.includes("\uFFFD") || content.includes("\0")) return "lost_character";
  return Buffer.byteLength(content) > maxSecretBytes ? "too_long" : null;
}

/** A key is kept byte for byte; what stands beside it is trimmed. */
export function readKey({ line, cells }: KeyRecord, format: KeyFormat, { timeZone, at }: Shop): ReadResult {
  const refuse = (reason: LineReason) => ({ line, reason });
  if (cells.every((cell) => comparableKey(cell) === "")) return refuse("empty");
  const columns = format.kind === "table" ? format.columns : { key: 0 };
  const content = cells[columns.key] ?? "";
  if (comparableKey(content) === "") return refuse("no_key");
  const problem = problemOfContent(content);
  if (problem) return refuse(problem);
  const plain: ReadKey = {
    line,
    content,
    option: null,
    useBy: null,
    costCents: null,
    note: null,
    publicLabel: null,
  };
  if (format.kind !== "table") return { key: plain };
  const cell = (column: number | undefined) => (column === undefined ? "" : (cells[column] ?? "").trim());
  const { sku, product, use_by, cost, note, public_label } = format.columns;
  const code = restoreCell(cell(sku));
  if (sku !== undefined && (code === "" || code.length > longestCode)) return refuse("unknown_option");
  const useBy = cell(use_by) === "" ? null : readUseBy(cell(use_by), timeZone);
  if (cell(use_by) !== "" && useBy === null) return refuse("wrong_date");
  if (useBy && useBy <= at) return refuse("past_date");
  const costCents = cell(cost) === "" ? null : parseMoney(cell(cost));
  if (costCents === undefined || (costCents !== null && costCents % shopStep() !== 0n))
    return refuse("wrong_cost");
  // A row cannot hold it (C68).
  if (cell(note).includes("\0")) return refuse("lost_character");
  if (cell(note).length > longestNote) return refuse("long_note");
  const label = cell(public_label)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (label.length > longestLabel) return refuse("long_label");
  return {
    key: {
      ...plain,
      option: sku === undefined ? null : { code, slug: restoreCell(cell(product)) || null },
      useBy,
      costCents,
      note: cell(note) || null,
      publicLabel: label || null,
    },
  };
}
