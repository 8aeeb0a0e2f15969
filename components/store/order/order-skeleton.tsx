import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { Skeleton } from "@/components/ui/skeleton";

/** Stands in for an order that only the browser can open. Without script nothing can read the link, so it is asked for. */
export function OrderSkeleton({ orderNo }: { orderNo: string }) {
  const t = useTranslations("order");
  return (
    <>
      <noscript>
        <form
          method="post"
          action={`/orders/${encodeURIComponent(orderNo)}/open`}
          className="mb-8 flex flex-col gap-3 rounded-xl border border-line bg-surface p-5"
        >
          <h1 className="text-xl">{t("pasteTitle")}</h1>
          <label className="text-ink-muted text-sm" htmlFor="link">
            {t("pasteText")}
          </label>
          <input id="link" name="link" required maxLength={500} autoComplete="off" className="control" />
          <button type="submit" className={buttonClass()}>
            {t("pasteOpen")}
          </button>
        </form>
      </noscript>
      <div
        role="status"
        aria-label={t("loading")}
        className="flex flex-col gap-8 [noscript+&]:[@media(scripting:none)]:hidden"
      >
        <div>
          <Skeleton className="h-8 w-44" />
          <Skeleton className="mt-4 h-16 w-full" />
        </div>
        <Skeleton className="h-72 w-full" />
      </div>
    </>
  );
}
