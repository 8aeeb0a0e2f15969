import type { ProductImage } from "@/lib/catalogue/schema";
import { type CoverTexts, KeyCover } from "./key-cover";
import { Picture } from "./picture";

type ProductPictureProps = {
  of: ProductImage | null | undefined;
  seed: string;
  /** Words of a drawn cover; a small one says nothing. */
  cover?: CoverTexts;
  alt?: string;
  eager?: boolean;
  className?: string;
};

/** A cover is drawn where there is no picture. */
export function ProductPicture({ of, seed, cover, ...picture }: ProductPictureProps) {
  if (!of?.image) return <KeyCover seed={seed} texts={cover} className={picture.className} />;
  return <Picture src={of.image} whole={of.whole_images.includes(of.image)} {...picture} />;
}
