import type { CoverTexts } from "@/components/store/key-cover";
import { ProductPicture } from "@/components/store/product-picture";
import { PictureRail } from "./picture-rail";

type GalleryProps = {
  images: readonly string[];
  whole: string[];
  seed: string;
  title: string;
  cover: CoverTexts;
};

/** Drawn by the server, covers too; only several pictures have a script. */
export function Gallery({ images, whole, seed, title, cover }: GalleryProps) {
  if (images.length > 1) return <PictureRail images={images} whole={whole} title={title} />;
  return (
    <div className="shelf px-3 unboarded:px-0 sm:px-6 sm:unboarded:px-0">
      <div className="overflow-hidden rounded-t-xl border border-line border-b-0 bg-surface unboarded:rounded-xl unboarded:border-b">
        <ProductPicture
          of={{ image: images[0] ?? null, whole_images: whole }}
          seed={seed}
          cover={cover}
          alt={title}
          eager
          className="aspect-[4/3] w-full"
        />
      </div>
    </div>
  );
}
