import { PackageSearch } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";

type HomeIntroProps = {
  siteName: string;
  isShort: boolean;
  /** An empty shop invites nobody to browse it. */
  hasGoods: boolean;
};

/** The shop's name and description; shorter where the operator's own banners follow. */
export async function HomeIntro({ siteName, isShort, hasGoods }: HomeIntroProps) {
  const t = await getTranslations("catalogue.home");
  const size = isShort ? "md" : "lg";
  return (
    <section
      className={cx(
        "grid grid-cols-1 items-center",
        isShort
          ? "gap-4 py-6 md:grid-cols-[1fr_auto] md:py-8"
          : "gap-8 py-8 md:grid-cols-[1.1fr_1fr] md:py-12",
      )}
    >
      <div>
        <h1
          className={isShort ? "text-[1.625rem] md:text-3xl" : "text-[2rem] leading-[1.1] md:text-[2.75rem]"}
        >
          {isShort ? <span className="sr-only">{siteName}: </span> : null}
          {isShort ? null : (
            <span className="mb-3 block font-medium text-base text-brass tracking-normal">{siteName}</span>
          )}
          {t("title")}
        </h1>
        <p className={cx("text-ink-muted", isShort ? "mt-1.5" : "mt-4 max-w-md text-base md:text-lg")}>
          {t("lead")}
        </p>
        {isShort ? null : <Ways size={size} hasGoods={hasGoods} />}
      </div>
      {isShort ? <Ways size={size} hasGoods={hasGoods} /> : <KeyRack />}
    </section>
  );
}

async function Ways({ size, hasGoods }: { size: "md" | "lg"; hasGoods: boolean }) {
  const t = await getTranslations("catalogue.home");
  return (
    <div className={cx("flex flex-wrap gap-2.5", size === "lg" && "mt-6")}>
      {hasGoods ? (
        <Link href="/products" className={buttonClass("primary", size)}>
          {t("browse")}
        </Link>
      ) : null}
      <Link href="/lookup" className={buttonClass("secondary", size)}>
        <PackageSearch aria-hidden />
        {t("lookup")}
      </Link>
    </div>
  );
}

const keys = [
  { cut: "M0 0v34h9v-6h-5v-5h7v-6h-7v-5h5V0", tint: "var(--pine)", drop: 0 },
  { cut: "M0 0v40h7v-6h-3v-5h9v-7h-9v-5h4V0", tint: "var(--brass)", drop: 8 },
  { cut: "M0 0v30h11v-6h-7v-4h5v-6h-5V0", tint: "var(--line-strong)", drop: 2 },
  { cut: "M0 0v37h6v-5h-2v-6h8v-5h-8v-6h5V0", tint: "var(--brass)", drop: 12 },
  { cut: "M0 0v33h8v-5h-4v-6h8v-6h-8v-6h4V0", tint: "var(--pine)", drop: 4 },
];

/** A drawing of keys on a board, as decoration only. */
function KeyRack() {
  return (
    <svg viewBox="0 0 400 190" className="hidden w-full md:block" aria-hidden="true">
      <rect x="8" y="26" width="384" height="10" rx="5" fill="var(--line-strong)" />
      <rect x="14" y="37" width="372" height="5" rx="2.5" fill="var(--line)" />
      {keys.map(({ cut, tint, drop }, index) => (
        <g key={tint + String(drop)} transform={`translate(${62 + index * 69} 31)`}>
          <circle r="4.5" fill="var(--paper)" />
          <path d={`M0 2v${26 + drop}`} stroke="var(--ink-faint)" strokeWidth="1.5" />
          <g transform={`translate(0 ${48 + drop})`}>
            <circle r="19" fill="none" stroke={tint} strokeWidth="9" />
            <path d={cut} transform="translate(-4 20) scale(1.55)" fill={tint} />
          </g>
        </g>
      ))}
    </svg>
  );
}
