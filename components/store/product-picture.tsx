import { cx } from "@/components/ui/cx";
import { type CoverTexts, KeyCover } from "./key-cover";

type ProductPictureProps = {
  src: string | null;
  seed: string;
  /** Words of a drawn cover; a small one says nothing. */
  cover?: CoverTexts;
  alt?: string;
  eager?: boolean;
  className?: string;
};

/** The box has its size from its class, so nothing moves when the picture arrives. */
export function ProductPicture({
  src,
  seed,
  cover,
  alt = "",
  eager = false,
  className,
}: ProductPictureProps) {
  if (!src) return <KeyCover seed={seed} texts={cover} className={className} />;
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
