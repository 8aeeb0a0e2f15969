"use client";

import { ArrowUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useApi } from "@/components/admin/use-api";
import { Button } from "@/components/ui/button";
import { newRowsQuery } from "./new-rows-query";

type NewRowsProps = {
  /** The list's own address in the API; it takes `from` and tells `total`. */
  path: string;
  /** The list's filters, as its address has them. */
  filters: string;
  /** When the page was drawn. */
  since: string;
  /** The top of the list. */
  href: string;
};

const everyMs = 10_000;

/** Says on a later page, or in another order, that rows have come which are not in sight. */
export function NewRows({ path, filters, since, href }: NewRowsProps) {
  const t = useTranslations("admin.live");
  const router = useRouter();
  // The page is drawn anew every few seconds; what counts is when it was opened.
  const [from, setFrom] = useState(since);
  const { data } = useApi<{ total: number }>(`${path}?${newRowsQuery(filters, from)}`, {
    refreshInterval: everyMs,
    keepPreviousData: true,
  });
  const count = data?.total ?? 0;
  return (
    <span aria-live="polite">
      {count > 0 ? (
        <Button
          size="sm"
          onClick={() => {
            setFrom(new Date().toISOString());
            router.push(href);
          }}
        >
          <ArrowUp aria-hidden />
          {t("newRows", { count })}
        </Button>
      ) : null}
    </span>
  );
}
