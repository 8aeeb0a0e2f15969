import { FlaskConical } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("test-gateway");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Not the shop's own frame: the buyer has to see that this is another site, and not a bank. */
export default async function Layout({ children }: { children: ReactNode }) {
  const t = await getTranslations("test-gateway");
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="bg-brass-soft px-4 py-2.5 text-center font-medium text-brass text-sm">
        {t("noMoney")}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-4 py-10"
      >
        <p className="mb-5 flex items-center justify-center gap-2 font-semibold text-ink-muted">
          <FlaskConical className="size-5 text-brass" strokeWidth={1.75} aria-hidden />
          {t("brand")}
        </p>
        {children}
        <p className="mx-auto mt-6 max-w-sm text-center text-ink-muted text-sm">{t("why")}</p>
      </main>
    </div>
  );
}
