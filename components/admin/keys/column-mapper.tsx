"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { type ColumnName, columnNames, type KeyTable } from "./key-columns";

export type ColumnChoice = Partial<Record<ColumnName, number>>;

const shownRows = 5;

interface ColumnMapperProps {
  table: KeyTable;
  columns: ColumnChoice;
  onColumns: (columns: ColumnChoice) => void;
  hasHeading: boolean;
  onHeading: (hasHeading: boolean) => void;
}

/** The first lines of a table, with what each column means above it. */
export function ColumnMapper({ table, columns, onColumns, hasHeading, onHeading }: ColumnMapperProps) {
  const t = useTranslations("admin-sell.keys");
  const places = Array.from({ length: table.rows[0]?.length ?? 0 }, (_, index) => index);
  const lines = Array.from({ length: shownRows }, (_, index) => index + (hasHeading ? 1 : 0));
  const meaningOf = (index: number) => columnNames.find((name) => columns[name] === index) ?? "";

  function choose(index: number, name: string) {
    const kept = Object.entries(columns).filter(([other, at]) => at !== index && other !== name);
    onColumns(Object.fromEntries(name === "" ? kept : [...kept, [name, index]]));
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="overflow-x-auto rounded-md border border-line">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t("mapper")}</caption>
          <thead>
            <tr className="bg-sunken align-bottom">
              {places.map((index) => (
                <th key={index} scope="col" className="min-w-48 p-2 text-left font-normal">
                  <span className="mb-1 block truncate text-ink-muted text-xs">
                    {hasHeading ? table.rows[0]?.[index] : t("columnNo", { no: index + 1 })}
                  </span>
                  <Select
                    aria-label={t("columnMeans", { no: index + 1 })}
                    value={meaningOf(index)}
                    onChange={({ target }) => choose(index, target.value)}
                  >
                    <option value="">{t("meanings.none")}</option>
                    {columnNames.map((name) => (
                      <option key={name} value={name}>
                        {t(`meanings.${name}`)}
                      </option>
                    ))}
                  </Select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines
              .filter((line) => line < table.rows.length)
              .map((line) => (
                <tr key={line} className="border-line border-t">
                  {places.map((index) => (
                    <td
                      key={index}
                      className={`max-w-56 truncate px-2 py-1.5 font-mono text-xs ${meaningOf(index) === "" ? "text-ink-faint" : ""}`}
                    >
                      {table.rows[line]?.[index]}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <CheckboxField
        label={t("skipFirst")}
        checked={hasHeading}
        onCheckedChange={(on) => onHeading(on === true)}
      />
    </div>
  );
}
