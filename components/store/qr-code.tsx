"use client";

import { useEffect, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { drawQr } from "./draw-qr";

type QrCodeProps = { value: string; label: string; image?: string | null };

/** `image`: as the server drew it already. The generator loads only where one is missing. */
export function useQrImage(value: string | null, given: string | null = null): string | null {
  const [drawn, setDrawn] = useState<{ value: string; image: string } | null>(null);
  useEffect(() => {
    if (given || value === null) return;
    let wanted = true;
    void drawQr(value).then((image) => {
      if (wanted) setDrawn({ value, image });
    });
    return () => {
      wanted = false;
    };
  }, [value, given]);
  return given ?? (drawn?.value === value ? drawn.image : null);
}

export function QrCode({ value, label, image: given }: QrCodeProps) {
  const image = useQrImage(value, given);
  return (
    <div className="rounded-lg border border-line bg-white p-2">
      {image ? (
        <img
          src={image}
          alt={label}
          width={240}
          height={240}
          className="size-60 [image-rendering:pixelated]"
        />
      ) : (
        <Skeleton className="size-60" />
      )}
    </div>
  );
}
