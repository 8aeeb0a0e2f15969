"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApi } from "@/components/admin/use-api";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { unusedDays } from "@/lib/content/bounds";
import type { MediaList } from "@/lib/content/schema";
import { UploadLabel } from "./upload-label";

const step = 24;

/** The shop's pictures: one is chosen, or uploaded and chosen. */
export function MediaLibrary({ trigger, onChoose }: { trigger: ReactNode; onChoose: (url: string) => void }) {
  const t = useTranslations("admin.form");
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={t("library")} size="lg">
        <Pictures
          onChoose={(url) => {
            setOpen(false);
            onChoose(url);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function Pictures({ onChoose }: { onChoose: (url: string) => void }) {
  const t = useTranslations("admin.form");
  const [count, setCount] = useState(step);
  const { data } = useApi<MediaList>(`/admin/media?per_page=${Math.min(count, 96)}`, {
    keepPreviousData: true,
  });

  return (
    <div className="flex flex-col gap-4">
      <UploadLabel
        className={buttonClass("secondary", "md", "cursor-pointer self-start focus-within:outline-2")}
        onUploaded={onChoose}
      >
        {t("libraryUpload")}
      </UploadLabel>
      <p className="text-ink-faint text-xs">{t("libraryText", { days: unusedDays })}</p>
      {data && data.media.length === 0 ? <p className="text-ink-muted text-sm">{t("libraryEmpty")}</p> : null}
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {data?.media.map((picture, index) => (
          <li key={picture.id}>
            <button
              type="button"
              onClick={() => onChoose(picture.url)}
              aria-label={t("pictureAlt", { number: index + 1 })}
              className="block aspect-square w-full overflow-hidden rounded-md border border-line bg-sunken hover:border-pine"
            >
              <img src={picture.url} alt="" loading="lazy" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {data && data.media.length < data.total && count < 96 ? (
        <Button variant="secondary" size="sm" className="self-center" onClick={() => setCount(count + step)}>
          {t("more")}
        </Button>
      ) : null}
    </div>
  );
}
