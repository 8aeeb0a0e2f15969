import { ApiError } from "@/components/api/api-error";
import type { UploadedMedia } from "@/lib/content/schema";
import type { UploadedProof } from "@/lib/payments/confirmations/schema";

type Answer<T> = { status_code: number; msg: string; data: T | null; request_id: string };

/** Sends the file as it is; the server re-encodes it. */
async function sendPicture<T>(path: string, file: File): Promise<T> {
  const response = await fetch(`/api/v1/admin/${path}`, {
    method: "POST",
    headers: { "content-type": file.type || "application/octet-stream" },
    body: file,
    credentials: "same-origin",
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as Answer<T> | null;
  if (!response || !answer?.data) {
    throw new ApiError({
      httpStatus: response?.status ?? 0,
      code: answer?.status_code ?? 0,
      msg: answer?.msg ?? "The picture could not be sent",
      requestId: answer?.request_id ?? null,
    });
  }
  return answer.data;
}

/** @returns its address, which anybody may open. */
export const uploadPicture = async (file: File): Promise<string> =>
  (await sendPicture<UploadedMedia>("media", file)).url;

/** @returns its id; only staff may look at it. */
export const uploadProof = async (file: File): Promise<string> =>
  (await sendPicture<UploadedProof>("payment-proofs", file)).id;
