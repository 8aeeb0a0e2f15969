"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { unseenIn } from "@/lib/core/codes";
import { decodeKeys, type KeyEncoding, looksLikeHeading } from "@/lib/core/key-text";
import type { KeyFormat } from "@/lib/stock/imports/schema";
import type { ColumnChoice } from "./column-mapper";
import { findTable, firstLines, guessColumns } from "./key-columns";
import { countKeys, firstKeys } from "./key-pieces";

interface KeyFile {
  name: string;
  text: string;
  encoding: KeyEncoding;
}

export type FormatKind = KeyFormat["kind"];
const shownKeys = 5;
const defaultSeparator = "-----";

/** Holds the text that somebody pasted or chose, the way to take it apart, and its first lines. */
export function useKeyText(namesOptions: boolean) {
  const [text, setText] = useState("");
  const [file, setFile] = useState<KeyFile | null>(null);
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const [kind, setKind] = useState<FormatKind>(namesOptions ? "table" : "lines");
  const [separator, setSeparator] = useState(defaultSeparator);
  const [chosen, setChosen] = useState<ColumnChoice | null>(null);
  const [heading, setHeading] = useState<boolean | null>(null);
  const source = useDeferredValue(file?.text ?? text);
  const sample = useMemo(() => firstLines(source.slice(0, 65_536).replace(/^\uFEFF/, "")), [source]);
  const table = useMemo(() => findTable(sample), [sample]);
  const guessed = useMemo(() => (table ? guessColumns(table.rows[0] ?? []) : null), [table]);
  const hasHeading = heading ?? guessed !== null;
  // Nothing is a key before a heading or a person says so: the first column of accounts is half of each.
  const columns: ColumnChoice = chosen ?? guessed ?? {};
  const divider = kind === "blocks" ? separator.trim() : null;
  const read = useMemo(
    () => ({ count: countKeys(source, divider), first: firstKeys(source, divider, shownKeys) }),
    [source, divider],
  );

  const unseen = useMemo(() => unseenIn(source), [source]);

  const { key, ...others } = columns;
  const format: KeyFormat | null =
    kind === "lines"
      ? { kind }
      : kind === "blocks"
        ? separator.trim() === ""
          ? null
          : { kind, separator: separator.trim() }
        : table && key !== undefined && (!namesOptions || columns.sku !== undefined)
          ? { kind, delimiter: table.delimiter, has_heading: hasHeading, columns: { key, ...others } }
          : null;

  function forgetTable() {
    setChosen(null);
    setHeading(null);
  }

  async function take(one: File | undefined) {
    if (!one) return;
    const decoded = decodeKeys(new Uint8Array(await one.arrayBuffer()));
    setFile(decoded && { name: one.name, ...decoded });
    setRefusedFile(decoded ? null : one.name);
    forgetTable();
    if (!decoded) return;
    setText("");
    if (/\.(csv|tsv)$/i.test(one.name)) setKind("table");
  }

  return {
    text,
    type: (typed: string) => {
      setText(typed);
      setRefusedFile(null);
    },
    file,
    take,
    dropFile: () => setFile(null),
    refusedFile,
    source,
    kind,
    setKind,
    separator,
    setSeparator,
    table,
    columns,
    setColumns: setChosen,
    hasHeading,
    setHeading,
    format,
    /** How many keys it seems to be; of a table nobody knows before it is read. */
    count: kind === "table" ? null : read.count,
    first: read.first,
    unseen,
    /** A table that is taken for a list: its heading would be sold. */
    isHeaded: kind !== "table" && looksLikeHeading(sample[0] ?? ""),
    clear: () => {
      setText("");
      setFile(null);
      forgetTable();
    },
  };
}
