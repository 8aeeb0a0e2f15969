import { ApiError } from "@/components/api/api-error";
import type { UploadedMedia } from "@/lib/content/schema";

type Answer = { status_code: number; msg: string; data: UploadedMedia | null; request_id: string };

/** Sends the file as it is; the server re-encodes it and answers with its address. */
export async function uploadPicture(file: File): Promise<string> {
  const response = await fetch("/api/v1/admin/media", {
    method: "POST",
    headers: { "content-type": file.type || "application/octet-stream" },
    body: file,
    credentials: "same-origin",
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as Answer | null;
  if (!response || !answer?.data) {
    throw new ApiError({
      httpStatus: response?.status ?? 0,
      code: answer?.status_code ?? 0,
      msg: answer?.msg ?? "The picture could not be sent",
      requestId: answer?.request_id ?? null,
    });
  }
  return answer.data.url;
}
