import { type CoverTexts, KeyCover } from "./key-cover";
import { Picture } from "./picture";

type ProductPictureProps = {
  src: string | null;
  seed: string;
  /** Words of a drawn cover; a small one says nothing. */
  cover?: CoverTexts;
  alt?: string;
  eager?: boolean;
  className?: string;
};

/** A cover is drawn where there is no picture. */
export function ProductPicture({ src, seed, cover, ...picture }: ProductPictureProps) {
  if (!src) return <KeyCover seed={seed} texts={cover} className={picture.className} />;
  return <Picture src={src} {...picture} />;
}
