"use client";

import { ImageUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { useFieldControl } from "@/components/ui/field";
import { MediaLibrary } from "./media-library";
import { LeastSize, type PictureUse, SmallPicture, usePictureSizes } from "./picture-size";
import { UploadLabel } from "./upload-label";

type PictureFieldProps = { value: string; use: PictureUse; onChange: (value: string) => void };

/** An address, or a file that becomes one. */
export function PictureField({ value, use, onChange }: PictureFieldProps) {
  const t = useTranslations("admin.form");
  const control = useFieldControl();
  const { watch, sizeOf } = usePictureSizes();
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-ink-faint">
        {value ? (
          <img {...watch} src={value} alt="" className="size-full object-contain" />
        ) : (
          <ImageUp className="size-5" aria-hidden />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex gap-2">
          <input
            {...control}
            value={value}
            placeholder="https://…"
            onChange={({ target }) => onChange(target.value)}
            className="control min-w-0"
          />
          {value ? (
            <Button variant="ghost" size="icon" aria-label={t("removePicture")} onClick={() => onChange("")}>
              <X aria-hidden />
            </Button>
          ) : null}
        </div>
        <UploadLabel
          className={buttonClass("link", "bare", "mt-1.5 cursor-pointer text-sm focus-within:underline")}
          onUploaded={onChange}
          beside={
            <MediaLibrary
              trigger={
                <button type="button" className={buttonClass("link", "bare", "mt-1.5 ml-4 text-sm")}>
                  {t("chooseUploaded")}
                </button>
              }
              onChoose={onChange}
            />
          }
        >
          {t("upload")}
        </UploadLabel>
        <LeastSize use={use} />
        <SmallPicture use={use} address={value} size={sizeOf(value)} />
      </div>
    </div>
  );
}
