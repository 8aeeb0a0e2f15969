import type { PicturedProduct } from "@/lib/catalogue/schema";
import { type CoverWords, KeyCover } from "./key-cover";
import { Picture } from "./picture";

type ProductPictureProps = {
  of: PicturedProduct;
  /** Words of a drawn cover; a small one says nothing. */
  words?: CoverWords;
  alt?: string;
  eager?: boolean;
  className?: string;
};

/** A cover is drawn where there is no picture: of the product itself, so that it is the same one in list, page, cart and order. */
export function ProductPicture({ of, words, ...picture }: ProductPictureProps) {
  if (!of.image)
    return (
      <KeyCover
        seed={of.slug}
        shelf={of.category?.slug}
        kind={of.auto_secret_kind}
        words={words}
        className={picture.className}
      />
    );
  return <Picture src={of.image} whole={of.whole_images?.includes(of.image)} {...picture} />;
}
