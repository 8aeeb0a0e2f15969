"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";

/** Pixels below which a picture looks blurred where it is shown. */
export const leastSizes = {
  product: { width: 800, height: 600 },
  banner: { width: 1600, height: 600 },
  phoneBanner: { width: 800, height: 600 },
  hero: { width: 1200, height: 900 },
  section: { width: 960, height: 600 },
  cover: { width: 1200, height: 600 },
  tab: { width: 512, height: 512 },
  icon: { width: 96, height: 96 },
} as const;

/** Place that a picture is for. */
export type PictureUse = keyof typeof leastSizes;

type Size = { width: number; height: number };

/** A drawing has no pixels. */
const isDrawing = (address: string) => /\.svg(?:[?#]|$)/i.test(address);

export const isTooSmall = (address: string, size: Size, use: PictureUse): boolean =>
  !isDrawing(address) && (size.width < leastSizes[use].width || size.height < leastSizes[use].height);

interface PictureSizes {
  /** Goes onto each `img`. */
  watch: {
    ref: (picture: HTMLImageElement | null) => void;
    onLoad: (event: { currentTarget: HTMLImageElement }) => void;
  };
  /** Undefined until the picture of that address has arrived. */
  sizeOf: (address: string) => Size | undefined;
}

/** Reads the sizes of pictures as they arrive. */
export function usePictureSizes(): PictureSizes {
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size>>(new Map());
  const note = useCallback((picture: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = picture;
    const address = picture.getAttribute("src") ?? "";
    if (width > 0)
      setSizes((known) => (known.has(address) ? known : new Map(known).set(address, { width, height })));
  }, []);
  // A picture of the first HTML may have arrived before anybody listened.
  const ref = useCallback(
    (picture: HTMLImageElement | null) => {
      if (picture?.complete) note(picture);
    },
    [note],
  );
  return {
    watch: { ref, onLoad: ({ currentTarget }) => note(currentTarget) },
    sizeOf: (address) => sizes.get(address),
  };
}

/** Tells how large a picture should be at least. */
export function LeastSize({ use }: { use: PictureUse }) {
  const t = useTranslations("admin.form");
  return <p className="text-ink-faint text-xs">{t("leastSize", leastSizes[use])}</p>;
}

type SmallPictureProps = {
  use: PictureUse;
  address: string;
  size: Size | undefined;
  /** Place among several pictures, from one on. */
  number?: number;
};

/** Warns of a picture that is smaller; it is taken all the same. */
export function SmallPicture({ use, address, size, number }: SmallPictureProps) {
  const t = useTranslations("admin.form");
  if (!size || !isTooSmall(address, size, use)) return null;
  return (
    <p role="status" className="text-sm text-warn">
      {number === undefined ? t("smallPicture", size) : t("smallPictureOf", { number, ...size })}
    </p>
  );
}
