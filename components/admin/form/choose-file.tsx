"use client";

import { type ReactNode, useId } from "react";

type ChooseFileProps = {
  accept: string;
  className: string;
  onChoose: (files: File[]) => void;
  multiple?: boolean;
  pending?: boolean;
  disabled?: boolean;
  title?: string;
  children: ReactNode;
};

/** A label that looks like a button and takes files of the reader's device. The same file can be chosen twice in a row. */
export function ChooseFile({
  accept,
  className,
  onChoose,
  multiple,
  pending,
  disabled,
  title,
  children,
}: ChooseFileProps) {
  const id = useId();
  return (
    <label htmlFor={id} aria-busy={pending} title={title} className={className}>
      {children}
      <input
        id={id}
        type="file"
        multiple={multiple}
        accept={accept}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
    </label>
  );
}

export const pictureTypes = "image/png,image/jpeg,image/webp,image/gif,image/avif";
