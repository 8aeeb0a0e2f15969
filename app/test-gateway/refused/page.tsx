import { CircleAlert } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { refusals } from "@/lib/payments/test-gateway/open-payment";

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ reason?: string | string[] }>;
}) {
  const [{ reason }, t] = await Promise.all([searchParams, getTranslations("test-gateway")]);
  const known = refusals.find((refusal) => refusal === reason) ?? "form";
  return (
    <section className="flex flex-col items-center rounded-xl border border-line bg-surface px-6 py-10 text-center shadow-card">
      <CircleAlert className="size-10 text-danger" strokeWidth={1.5} aria-hidden />
      <h1 className="mt-4 text-xl">{t("refused")}</h1>
      <p className="mt-2 text-ink-muted">{t(`refusedReason.${known}`)}</p>
      <Button asChild className="mt-6" variant="secondary">
        <a href="/">{t("back")}</a>
      </Button>
    </section>
  );
}
