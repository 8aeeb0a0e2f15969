"use client";

import { useEffect, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** Dark on white in both themes: not every app reads an inverted code. The generator loads only where one is shown. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const [svg, setSvg] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void import("qrcode")
      .then((qrcode) => qrcode.toString(value, { type: "svg", margin: 0, errorCorrectionLevel: "M" }))
      .then((image) => {
        if (wanted) setSvg(`data:image/svg+xml;utf8,${encodeURIComponent(image)}`);
      });
    return () => {
      wanted = false;
    };
  }, [value]);

  return (
    <div className="rounded-lg border border-line bg-white p-4">
      {svg ? (
        <img src={svg} alt={label} width={224} height={224} className="size-56" />
      ) : (
        <Skeleton className="size-56" />
      )}
    </div>
  );
}
