import { onTestFinished } from "vitest";
import { type FakeS3, startFakeS3 } from "../fakes/fake-s3";
import { overrideConfig } from "../harness/test-config";

/** An S3-compatible store that keeps the backups of this test. */
export async function aBackupStore(settings: Record<string, string> = {}): Promise<FakeS3> {
  const s3 = await startFakeS3("shop-backups");
  onTestFinished(() => s3.stop());
  overrideConfig({
    "backup.s3.bucket": "shop-backups",
    "backup.s3.endpoint": s3.url,
    "backup.s3.accessKeyId": "AKIAEXAMPLE",
    "backup.s3.secretAccessKey": "a-secret-of-the-store",
    ...settings,
  });
  return s3;
}
