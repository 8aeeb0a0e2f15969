import { cx } from "@/components/ui/cx";

/** A key laid on a shelf. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" fill="none" className={cx("text-pine", className)} aria-hidden="true">
      <g stroke="var(--brass)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="8.4" cy="11.6" r="4.4" />
        <path d="M12.9 11.6h11.2v5M19.4 11.6v3.6" />
      </g>
      <path d="M2.5 22.4h23" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

export type Mark = {
  logo: string | null;
  /** In place of the logo while the page is dark. */
  onDark: string | null;
  /** The name is part of the picture, which may then be wider. */
  hasName: boolean;
};

const picture = "w-auto shrink-0 object-contain object-left";

/** The operator's own picture in its own proportions; the plain key where there is none. */
export function ShopMark({ logo, onDark = null, hasName = false }: Partial<Mark> & { logo: string | null }) {
  if (!logo) return <LogoMark className="size-7 shrink-0" />;
  const size = cx(picture, hasName ? "h-8 max-w-36 sm:max-w-52" : "h-7 max-w-28");
  if (!onDark) return <img src={logo} alt="" height={hasName ? 32 : 28} className={size} />;
  // A picture that is not shown is not loaded.
  return (
    <>
      <img src={logo} alt="" height={28} loading="lazy" className={cx(size, "dark:hidden")} />
      <img src={onDark} alt="" height={28} loading="lazy" className={cx(size, "hidden dark:block")} />
    </>
  );
}

/** Picture and name; a picture that contains the name is followed by it for those only who hear the page. */
export function ShopName({
  mark,
  siteName,
  className,
}: {
  mark: Mark;
  siteName: string;
  className?: string;
}) {
  return (
    <>
      <ShopMark {...mark} />
      <span className={mark.logo && mark.hasName ? "sr-only" : className}>{siteName}</span>
    </>
  );
}
