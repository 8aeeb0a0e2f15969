"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { Upload } from "tus-js-client";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { pieceBytesOf } from "@/lib/fulfillment/kinds/file/bounds";

interface NewVersion {
  file_id: number | null;
  title: string;
  version: string;
  notes: string;
}

type UploadState = { phase: "idle" | "running" | "done" } | { phase: "failed"; message: string };

/** Sends a file in pieces. A piece that failed is tried again for some minutes; after that, the upload is continued by hand. */
export function useFileUpload(skuId: number) {
  const router = useRouter();
  const errorText = useAdminError();
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const [percent, setPercent] = useState(0);
  const begun = useRef<string | null>(null);

  const send = (file: File, uploadUrl: string) =>
    new Promise<void>((resolve, reject) => {
      new Upload(file, {
        uploadUrl,
        chunkSize: pieceBytesOf(file.size),
        retryDelays: [1_000, 3_000, 10_000, 30_000, 60_000],
        storeFingerprintForResuming: false,
        onProgress: (sent, total) => setPercent(Math.floor((sent / total) * 100)),
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });

  async function upload(file: File, version: NewVersion, uploadUrl: string | null): Promise<void> {
    setState({ phase: "running" });
    setPercent(0);
    try {
      const opened =
        uploadUrl ??
        begun.current ??
        (
          await api<{ upload_url: string }>(`/admin/skus/${skuId}/files`, {
            method: "POST",
            body: { ...version, name: file.name, bytes: file.size },
          })
        ).upload_url;
      begun.current = opened;
      await send(file, opened);
      begun.current = null;
      setState({ phase: "done" });
    } catch (cause) {
      setState({ phase: "failed", message: errorText(cause) });
    }
    router.refresh();
  }

  /** Another file or version than before: what was begun is not continued with it. */
  const forget = () => {
    begun.current = null;
    setState({ phase: "idle" });
  };

  return { state, percent, upload, forget };
}
