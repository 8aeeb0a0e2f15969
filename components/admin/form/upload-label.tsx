"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { ChooseFile, pictureTypes } from "./choose-file";
import { uploadPicture } from "./upload-picture";
import { useAdminError } from "./use-admin-error";

type UploadLabelProps = {
  className: string;
  /** Stores the file. */
  send?: (file: File) => Promise<string>;
  /** Receives what `send` answers: by default the address of the stored picture. */
  onUploaded: (stored: string) => void;
  /** Stands between the label and what went wrong. */
  beside?: ReactNode;
  children: ReactNode;
};

/** Takes a picture from the reader's device and stores it in the shop. */
export function UploadLabel({
  className,
  send = uploadPicture,
  onUploaded,
  beside,
  children,
}: UploadLabelProps) {
  const t = useTranslations("admin.form");
  const errorText = useAdminError();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function upload(file: File | undefined) {
    if (!file) return;
    setPending(true);
    setProblem(null);
    try {
      onUploaded(await send(file));
    } catch (cause) {
      setProblem(t("pictureFailed", { name: file.name, problem: errorText(cause) }));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <ChooseFile
        accept={pictureTypes}
        className={className}
        pending={pending}
        onChoose={([file]) => void upload(file)}
      >
        {pending ? t("uploading") : children}
      </ChooseFile>
      {beside}
      <FieldError>{problem}</FieldError>
    </>
  );
}
