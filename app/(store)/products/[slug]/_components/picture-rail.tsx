"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Picture } from "@/components/store/picture";
import { cx } from "@/components/ui/cx";

type PictureRailProps = { images: readonly string[]; whole: readonly string[]; title: string };

/** The rail scrolls and snaps without script; the small pictures only move it. */
export function PictureRail({ images, whole, title }: PictureRailProps) {
  const t = useTranslations("catalogue.product");
  const rail = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);

  function goTo(index: number) {
    const box = rail.current;
    box?.scrollTo({ left: index * box.clientWidth, behavior: "smooth" });
  }

  function follow() {
    const box = rail.current;
    if (box && box.clientWidth > 0) setShown(Math.round(box.scrollLeft / box.clientWidth));
  }

  return (
    <section aria-label={t("gallery")}>
      <div className="shelf px-3 unboarded:px-0 sm:px-6 sm:unboarded:px-0">
        <div
          ref={rail}
          onScroll={follow}
          className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto rounded-t-xl border border-line border-b-0 bg-surface unboarded:rounded-xl unboarded:border-b"
        >
          {images.map((image, index) => (
            <div key={image} className="w-full shrink-0 snap-center">
              <Picture
                src={image}
                alt={`${title} · ${t("picture", { index: index + 1, total: images.length })}`}
                whole={whole.includes(image)}
                eager={index === 0}
                className="aspect-[4/3] w-full"
              />
            </div>
          ))}
        </div>
      </div>
      <ul className="mt-4 flex flex-wrap gap-2 px-3 unboarded:px-0 sm:px-6 sm:unboarded:px-0">
        {images.map((image, index) => (
          <li key={image}>
            <button
              type="button"
              onClick={() => goTo(index)}
              aria-label={t("picture", { index: index + 1, total: images.length })}
              aria-current={index === shown ? "true" : undefined}
              className={cx(
                "block overflow-hidden rounded-md border-2 focus-visible:rounded-md",
                index === shown ? "border-pine" : "border-transparent opacity-70 hover:opacity-100",
              )}
            >
              <Picture src={image} whole={whole.includes(image)} className="h-12 w-16" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
