import { ProductPicture } from "@/components/store/product-picture";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { PictureRail } from "./picture-rail";

type GalleryProps = {
  product: Pick<ProductDetail, "slug" | "title" | "category" | "whole_images" | "auto_secret_kind">;
  images: readonly string[];
};

/** Drawn by the server, covers too; only several pictures have a script. */
export function Gallery({ product, images }: GalleryProps) {
  const { title, category, whole_images: whole } = product;
  if (images.length > 1) return <PictureRail images={images} whole={whole} title={title} />;
  return (
    <div className="shelf px-3 unboarded:px-0 sm:px-6 sm:unboarded:px-0">
      <div className="overflow-hidden rounded-t-xl border border-line border-b-0 bg-surface unboarded:rounded-xl unboarded:border-b">
        <ProductPicture
          of={{ ...product, image: images[0] ?? null }}
          words={{ title, category: category.name }}
          alt={title}
          eager
          className="aspect-[4/3] w-full"
        />
      </div>
    </div>
  );
}
