"use client";

import { ImageUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { UploadLabel } from "./upload-label";
import { uploadProof } from "./upload-picture";

type ProofFieldProps = { value: string; onChange: (value: string) => void };

/** A file that becomes a picture which only staff may see. */
export function ProofField({ value, onChange }: ProofFieldProps) {
  const t = useTranslations("admin.form");
  return (
    <div className="flex flex-wrap items-center gap-3">
      {value ? (
        <>
          <a href={`/api/v1/admin/payment-proofs/${value}`} target="_blank" rel="noreferrer">
            <img
              src={`/api/v1/admin/payment-proofs/${value}`}
              alt={t("proof")}
              className="h-20 max-w-40 rounded-md border border-line object-contain"
            />
          </a>
          <Button variant="ghost" size="icon" aria-label={t("removePicture")} onClick={() => onChange("")}>
            <X aria-hidden />
          </Button>
        </>
      ) : null}
      <UploadLabel
        className={buttonClass(
          "secondary",
          "sm",
          "cursor-pointer focus-within:outline-2 focus-within:outline-pine focus-within:outline-offset-2",
        )}
        send={uploadProof}
        onUploaded={onChange}
      >
        <ImageUp aria-hidden />
        {value ? t("otherPicture") : t("upload")}
      </UploadLabel>
    </div>
  );
}
