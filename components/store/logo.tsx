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

/** The operator's own picture in its own proportions; the plain key where there is none. */
export function ShopMark({ logo }: { logo: string | null }) {
  if (logo)
    return <img src={logo} alt="" height={28} className="h-7 w-auto max-w-28 shrink-0 object-contain" />;
  return <LogoMark className="size-7 shrink-0" />;
}
