import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";

export function NotFoundMessage() {
  const t = useTranslations("common");
  return (
    <div className="mx-auto max-w-md py-10 text-center">
      <EmptyHook />
      <h1 className="mt-6 text-2xl">{t("error.notFoundTitle")}</h1>
      <p className="mt-2 text-ink-muted">{t("error.notFoundText")}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Link href="/" className={buttonClass()}>
          {t("error.home")}
        </Link>
        <Link href="/lookup" className={buttonClass("secondary")}>
          {t("nav.lookup")}
        </Link>
        <Link href="/products" className={buttonClass("secondary")}>
          {t("nav.allProducts")}
        </Link>
      </div>
    </div>
  );
}

/** A hook on the board with no key on it. */
function EmptyHook() {
  return (
    <svg viewBox="0 0 200 96" className="mx-auto w-52" aria-hidden="true">
      <rect x="10" y="14" width="180" height="9" rx="4.5" fill="var(--line-strong)" />
      {[46, 100, 154].map((x) => (
        <circle key={x} cx={x} cy="18.5" r="4" fill="var(--paper)" />
      ))}
      <g stroke="var(--brass)" strokeWidth="6" fill="none">
        <path d="M46 20v14M154 20v14" stroke="var(--ink-faint)" strokeWidth="1.5" />
        <circle cx="46" cy="45" r="10" />
        <path d="M46 55v24M46 76h8M46 68h6" strokeWidth="5" />
        <circle cx="154" cy="45" r="10" />
        <path d="M154 55v20M154 72h8" strokeWidth="5" />
      </g>
      <path d="M100 20v18" stroke="var(--ink-faint)" strokeWidth="1.5" />
      <circle
        cx="100"
        cy="50"
        r="11"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeDasharray="4 4"
      />
    </svg>
  );
}
