"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { useApi } from "@/components/admin/use-api";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Money } from "@/components/ui/money";
import type { PartChoices } from "@/lib/catalogue/bundles/schema";

export type PartChoice = PartChoices["parts"][number];

type PartSearchProps = {
  skuId: number;
  currency: string;
  /** Options that are in the bundle already. */
  chosen: readonly number[];
  onAdd: (part: PartChoice) => void;
};

/** Options of the shop by a piece of their name; the newest ones before anything is typed. */
export function PartSearch({ skuId, currency, chosen, onAdd }: PartSearchProps) {
  const t = useTranslations("admin-sell.bundle");
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const { data } = useApi<PartChoices>(
    `/admin/skus/${skuId}/bundle/parts?search=${encodeURIComponent(search)}`,
    { keepPreviousData: true },
  );
  const found = data?.parts.filter(({ sku_id }) => !chosen.includes(sku_id));
  return (
    <div className="flex flex-col gap-2">
      <Field label={t("search")} hint={t("searchHint")}>
        <Input
          type="search"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
          // Enter chooses nothing and must not send the form.
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      </Field>
      {found?.length === 0 ? <p className="text-ink-muted text-sm">{t("nothingFound")}</p> : null}
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line empty:hidden">
        {found?.map((part) => (
          <li key={part.sku_id} className="flex items-center gap-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1 break-words">
              {part.title} <span className="text-ink-muted">· {part.sku_name || part.code}</span>
              <span className="block text-ink-faint text-xs">
                <Money value={part.price} currency={currency} />
                {" · "}
                {part.available === null ? t("endless") : t("inStock", { count: part.available })}
              </span>
            </span>
            <Button
              type="button"
              variant="secondary"
              size="sm"
              aria-label={t("addOne", { name: `${part.title} ${part.sku_name}` })}
              onClick={() => onAdd(part)}
            >
              <Plus aria-hidden />
              {t("add")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
