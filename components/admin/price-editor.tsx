"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FieldError } from "@/components/ui/field";
import { Money } from "@/components/ui/money";
import { writeShopAmount } from "@/lib/core/money";
import { DraftOffer } from "./form/draft-offer";
import { useKeptDraft } from "./form/use-kept-draft";
import { useUnsaved } from "./form/use-unsaved";
import { showFirstError, useWrite, type Write } from "./form/use-write";
import { scrollable } from "./table/scrollable";

export interface PriceRow {
  sku_id: number;
  title: string;
  sku_name: string;
  list_price: string;
  level_price: string | null;
  own_price: string | null;
}

/** Prices as typed, by the option. */
type Edits = Record<number, string>;

type PriceEditorProps = {
  rows: readonly PriceRow[];
  currency: string;
  write: Write;
  mayWrite: boolean;
};

/** A table whose last column is written into; an empty field takes the own price away. */
export function PriceEditor({ rows, currency, write, mayWrite }: PriceEditorProps) {
  const t = useTranslations("admin-people.prices");
  const [edits, setEdits] = useState<Edits>({});
  const { submit, pending, problem, fieldError, formError } = useWrite(write, () => setEdits({}));
  const changed = rows.filter(
    (row) =>
      edits[row.sku_id] !== undefined && edits[row.sku_id]?.trim() !== writeShopAmount(row.own_price ?? ""),
  );
  const sent = changed.map((row) => ({
    sku_id: row.sku_id,
    price: edits[row.sku_id]?.trim() || null,
    seen: row.own_price,
  }));
  useUnsaved(changed.length > 0 && !pending);
  const offer = useKeptDraft<Edits>({
    form: mayWrite ? `prices ${write.path}` : null,
    values: edits,
    before: {},
    isDirty: changed.length > 0,
    safe: (typed) => typed,
    restore: (typed) => setEdits((before) => ({ ...typed, ...before })),
  });
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) showFirstError(table.current);
  }, [problem]);
  const cell = "px-3 py-1.5 align-middle";

  return (
    <div ref={table} className="flex flex-col gap-3">
      <DraftOffer offer={offer} />
      <section aria-label={t("columns.own")} {...scrollable}>
        <table className="w-full text-left text-[0.8125rem]">
          <thead className="whitespace-nowrap border-line border-b bg-sunken/50 text-ink-muted text-xs">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium">
                {t("columns.option")}
              </th>
              <th scope="col" className="px-3 py-2 text-right font-medium">
                {t("columns.list")}
              </th>
              <th scope="col" className="px-3 py-2 text-right font-medium max-sm:hidden">
                {t("columns.level")}
              </th>
              <th scope="col" className="w-40 px-3 py-2 font-medium">
                {t("columns.own")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const at = sent.findIndex((price) => price.sku_id === row.sku_id);
              const error = at < 0 ? undefined : fieldError(`prices.${at}.price`);
              const value = edits[row.sku_id] ?? writeShopAmount(row.own_price ?? "");
              return (
                <tr key={row.sku_id} className="border-line border-t first:border-t-0">
                  <td className={cell}>
                    <span className="font-medium">{row.title}</span>
                    <span className="text-ink-muted"> · {row.sku_name}</span>
                  </td>
                  <td className={cx(cell, "text-right")}>
                    <Money value={row.list_price} currency={currency} />
                  </td>
                  <td className={cx(cell, "text-right text-ink-muted max-sm:hidden")}>
                    {row.level_price === null ? "—" : <Money value={row.level_price} currency={currency} />}
                  </td>
                  <td className={cell}>
                    <input
                      inputMode="decimal"
                      aria-label={`${t("columns.own")}: ${row.title} ${row.sku_name}`}
                      aria-invalid={error ? true : undefined}
                      disabled={!mayWrite}
                      value={value}
                      placeholder={writeShopAmount(row.level_price ?? row.list_price)}
                      onChange={({ target }) =>
                        setEdits((before) => ({ ...before, [row.sku_id]: target.value }))
                      }
                      className={cx(
                        "control tabular min-h-9 py-1 text-sm md:min-h-8",
                        changed.includes(row) && "border-pine",
                      )}
                    />
                    <FieldError>{error}</FieldError>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <FieldError>{formError(...sent.map((_, index) => `prices.${index}.price`))}</FieldError>
      {mayWrite ? (
        <div className="flex items-center justify-end gap-3">
          <span className="text-ink-muted text-sm" aria-live="polite">
            {changed.length > 0 ? t("unsaved", { count: changed.length }) : null}
          </span>
          <Button
            size="sm"
            loading={pending}
            disabled={changed.length === 0}
            onClick={() => submit({ prices: sent })}
          >
            {t("save")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
