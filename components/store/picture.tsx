import { cx } from "@/components/ui/cx";

type PictureProps = {
  src: string;
  alt?: string | undefined;
  eager?: boolean | undefined;
  /** Shown whole, with the board around it, instead of filling its box. */
  whole?: boolean | undefined;
  className?: string | undefined;
};

/** The box has its size from its class, so nothing moves when the picture arrives. */
export function Picture({ src, alt = "", eager = false, whole = false, className }: PictureProps) {
  return (
    <img
      src={src}
      alt={alt}
      width={480}
      height={360}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx("bg-sunken", whole ? "object-contain" : "object-cover", className)}
    />
  );
}
