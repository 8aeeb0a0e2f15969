import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import type { BatchList as Batches } from "@/lib/stock/schema";

type BatchListProps = {
  skuId: number;
  batches: Batches["batches"];
  mayWrite: boolean;
  href: (batchId: number) => string;
};

export async function BatchList({ skuId, batches, mayWrite, href }: BatchListProps) {
  const t = await getTranslations("admin-sell.keys");
  return (
    <Panel title={t("batches")} flush>
      {batches.length === 0 ? (
        <p className="border-line border-t px-4 py-6 text-center text-ink-faint text-sm">
          {t("batchesNone")}
        </p>
      ) : null}
      <ul className="max-h-[40rem] overflow-y-auto border-line border-t empty:border-t-0">
        {batches.map((batch) => (
          <li key={batch.id} className="border-line border-t px-4 py-3 text-sm first:border-t-0">
            <div className="flex items-baseline justify-between gap-3">
              <Link href={href(batch.id)} className="font-medium hover:text-pine">
                {t("batch", { id: batch.id })}
              </Link>
              <DateTime value={batch.created_at} className="text-ink-faint text-xs" />
            </div>
            {batch.note ? (
              <p className="truncate text-ink-muted text-xs" title={batch.note}>
                {batch.note}
              </p>
            ) : null}
            <Progress
              label={t("batchFree", { available: batch.available, imported: batch.imported_count })}
              value={batch.available}
              max={batch.imported_count}
              className="my-2 h-1.5"
            />
            <div className="flex items-center justify-between gap-3">
              <span className="tabular text-ink-faint text-xs">
                {t("batchFree", { available: batch.available, imported: batch.imported_count })}
              </span>
              {mayWrite && batch.voided > 0 ? (
                <ConfirmAction
                  trigger={
                    <Button variant="ghost" size="bare" className="ml-auto px-1.5 py-0.5 text-xs">
                      {t("restoreBatch")}
                    </Button>
                  }
                  title={t("restoreBatchTitle", { id: batch.id })}
                  description={t("restoreBatchText", { count: batch.voided })}
                  confirmLabel={t("restoreBatch")}
                  path={`/admin/stock/skus/${skuId}/restore`}
                  body={{ batch_id: batch.id }}
                  success={t("restored")}
                  tone="primary"
                />
              ) : null}
              {mayWrite && batch.available > 0 ? (
                <ConfirmAction
                  trigger={
                    <Button variant="ghost" size="bare" className="px-1.5 py-0.5 text-xs">
                      {t("voidBatch")}
                    </Button>
                  }
                  title={t("voidBatchTitle", { id: batch.id })}
                  description={t("voidBatchText", { count: batch.available })}
                  confirmLabel={t("voidBatch")}
                  path={`/admin/stock/skus/${skuId}/void`}
                  body={{ batch_id: batch.id }}
                  success={t("voided")}
                />
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
