import { pieceBytesOf } from "@/lib/fulfillment/kinds/file/bounds";

/** Sends a file in pieces to an upload that was begun. A piece that failed is tried again for some minutes. */
export async function sendFile(
  file: File,
  uploadUrl: string,
  onPercent: (percent: number) => void,
): Promise<void> {
  const { Upload } = await import("tus-js-client");
  await new Promise<void>((resolve, reject) => {
    new Upload(file, {
      uploadUrl,
      chunkSize: pieceBytesOf(file.size),
      retryDelays: [1_000, 3_000, 10_000, 30_000, 60_000],
      storeFingerprintForResuming: false,
      onProgress: (sent, total) => onPercent(Math.floor((sent / total) * 100)),
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}
