"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { sendFile } from "@/components/admin/delivery/send-file";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";

interface NewVersion {
  file_id: number | null;
  title: string;
  version: string;
  notes: string;
}

type UploadState = { phase: "idle" | "running" | "done" } | { phase: "failed"; message: string };

/** Uploads a version of a file of an option. What the line broke is continued by hand. */
export function useFileUpload(skuId: number) {
  const router = useRouter();
  const errorText = useAdminError();
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const [percent, setPercent] = useState(0);
  const begun = useRef<string | null>(null);

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
      await sendFile(file, opened, setPercent);
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
