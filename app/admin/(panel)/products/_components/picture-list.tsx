"use client";

import { ImagePlus, Images, Link2, Maximize, Star, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChooseFile, pictureTypes } from "@/components/admin/form/choose-file";
import { MediaLibrary } from "@/components/admin/form/media-library";
import { LeastSize, SmallPicture, usePictureSizes } from "@/components/admin/form/picture-size";
import { uploadPicture } from "@/components/admin/form/upload-picture";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { moved, useSortable } from "@/components/admin/form/use-sortable";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FieldError } from "@/components/ui/field";

type PictureListProps = {
  pictures: readonly string[];
  /** Pictures among them that are shown whole. */
  whole: readonly string[];
  onChange: (pictures: string[]) => void;
  onWhole: (whole: string[]) => void;
};

export function PictureList({ pictures, whole, onChange, onWhole }: PictureListProps) {
  const t = useTranslations("admin-sell.product");
  const form = useTranslations("admin.form");
  const errorText = useAdminError();
  const [pending, setPending] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { watch, sizeOf } = usePictureSizes();
  const sortable = useSortable(pictures, onChange);

  async function upload(files: readonly File[]) {
    setPending(true);
    setProblem(null);
    const added: string[] = [];
    let current = files[0];
    try {
      for (const file of files) {
        current = file;
        added.push(await uploadPicture(file));
      }
    } catch (cause) {
      setProblem(form("pictureFailed", { name: current?.name ?? "", problem: errorText(cause) }));
    } finally {
      onChange([...new Set([...pictures, ...added])]);
      setPending(false);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      {pictures.length > 0 ? (
        <ul className="flex flex-wrap gap-3">
          {pictures.map((picture, index) => (
            <li
              key={picture}
              {...sortable.row(index)}
              className="group relative aspect-[4/3] w-36 overflow-hidden rounded-md border border-line bg-sunken data-[over=true]:border-pine"
            >
              <img
                {...watch}
                src={picture}
                alt=""
                className={cx("size-full", whole.includes(picture) ? "object-contain" : "object-cover")}
              />
              <span className="absolute inset-x-1 bottom-1 flex justify-between">
                <Button
                  variant="secondary"
                  size="bare"
                  className="size-7 bg-surface/90 [&_svg]:size-3.5"
                  disabled={index === 0}
                  aria-label={t("movePicture", { index: index + 1 })}
                  onClick={() => onChange(moved(pictures, index, 0))}
                >
                  <Star aria-hidden className={index === 0 ? "fill-current text-pine" : undefined} />
                </Button>
                <Button
                  variant="secondary"
                  size="bare"
                  className="size-7 bg-surface/90 aria-pressed:text-pine [&_svg]:size-3.5"
                  aria-pressed={whole.includes(picture)}
                  aria-label={t("showWhole", { index: index + 1 })}
                  title={t("showWhole", { index: index + 1 })}
                  onClick={() =>
                    onWhole(
                      whole.includes(picture)
                        ? whole.filter((known) => known !== picture)
                        : [...whole, picture],
                    )
                  }
                >
                  <Maximize aria-hidden />
                </Button>
                <Button
                  variant="secondary"
                  size="bare"
                  className="size-7 bg-surface/90 [&_svg]:size-3.5"
                  aria-label={t("removePicture", { index: index + 1 })}
                  onClick={() => onChange(pictures.filter((known) => known !== picture))}
                >
                  <X aria-hidden />
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <ChooseFile
          accept={pictureTypes}
          className={buttonClass("secondary", "sm", "cursor-pointer")}
          multiple
          pending={pending}
          onChoose={(files) => void upload(files)}
        >
          <ImagePlus aria-hidden />
          {pending ? form("uploading") : t("addPicture")}
        </ChooseFile>
        <MediaLibrary
          trigger={
            <Button variant="ghost" size="sm">
              <Images aria-hidden />
              {form("chooseUploaded")}
            </Button>
          }
          onChoose={(url) => onChange([...new Set([...pictures, url])])}
        />
        {address === null ? (
          <Button variant="ghost" size="sm" onClick={() => setAddress("")}>
            <Link2 aria-hidden />
            {t("addAddress")}
          </Button>
        ) : (
          <input
            aria-label={t("addAddress")}
            placeholder="https://…"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (address.trim()) onChange([...new Set([...pictures, address.trim()])]);
              setAddress(null);
            }}
            className="control min-h-9 max-w-80 py-1 text-sm"
          />
        )}
      </div>
      <LeastSize use="product" />
      {pictures.map((picture, index) => (
        <SmallPicture
          key={picture}
          use="product"
          address={picture}
          size={sizeOf(picture)}
          number={index + 1}
        />
      ))}
      <FieldError>{problem}</FieldError>
    </div>
  );
}
