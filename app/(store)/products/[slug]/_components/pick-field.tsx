"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import useSWRInfinite from "swr/infinite";
import type { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { ChipGroup } from "@/components/ui/chip-group";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { PickList } from "@/lib/stock/schema";
import { useChoice } from "./choice";

interface PickFieldProps {
  skuId: number;
  value: string | null;
  error: string | undefined;
  onChange: (label: string | null) => void;
}

/** A label cannot be empty: the chip of whoever does not choose. */
const any = "";

/** The free keys of an option by their public labels, a page at a time. */
export function PickField({ skuId, value, error, onChange }: PickFieldProps) {
  const t = useTranslations("checkout.pick");
  const { product } = useChoice();
  const [typed, setTyped] = useState("");
  const [isLong, setLong] = useState(false);
  const search = useDeferredValue(typed.trim());
  const pages = useSWRInfinite<PickList, ApiError>(
    (index: number, before: PickList | null) => {
      if (before && before.next === null) return null;
      const query = new URLSearchParams({ sku_id: String(skuId) });
      if (search) query.set("search", search);
      if (index > 0 && before?.next) query.set("after", before.next);
      return `/public/products/${product.slug}/picks?${query}`;
    },
    (path: string) => api<PickList>(path),
    { keepPreviousData: true, revalidateOnFocus: false, revalidateFirstPage: false },
  );
  const found = pages.data?.flatMap(({ picks }) => picks.map(({ label }) => label)) ?? [];
  // The chosen label stays in sight, whatever is looked for.
  const shown = value === null || found.includes(value) ? found : [value, ...found];
  const hasMore = pages.data?.at(-1)?.next != null;
  // Once there was more than a page there is something to look for, also while a search finds little.
  if (hasMore && !isLong) setLong(true);
  const isMissing = pages.error !== undefined && pages.data === undefined;
  return (
    <div className="flex flex-col gap-3">
      <ChipGroup
        legend={t("legend")}
        value={value ?? any}
        onChange={(label) => onChange(label === any ? null : label)}
        chips={[{ value: any, label: t("any") }, ...shown.map((label) => ({ value: label, label }))]}
        className="max-h-72 overflow-y-auto"
      />
      {found.length === 0 && pages.data !== undefined ? (
        <p role="status" className="text-ink-muted text-sm">
          {t("none")}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {isLong ? (
          <Input
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            maxLength={80}
            className="w-44"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        ) : null}
        {hasMore ? (
          <Button
            variant="secondary"
            size="sm"
            loading={pages.isValidating}
            onClick={() => void pages.setSize((size) => size + 1)}
          >
            {t("more")}
          </Button>
        ) : null}
      </div>
      <FieldError>{error ?? (isMissing ? t("failed") : null)}</FieldError>
    </div>
  );
}
