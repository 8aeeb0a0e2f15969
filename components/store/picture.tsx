import { cx } from "@/components/ui/cx";

type PictureProps = {
  src: string;
  alt?: string | undefined;
  eager?: boolean | undefined;
  className?: string | undefined;
};

/** The box has its size from its class, so nothing moves when the picture arrives. */
export function Picture({ src, alt = "", eager = false, className }: PictureProps) {
  return (
    <img
      src={src}
      alt={alt}
      width={480}
      height={360}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx("bg-sunken object-cover", className)}
    />
  );
}
