import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { alertText } from "@/lib/notifications/alerts/alert-texts";
import { noteBackup, readBackupState, watchBackups } from "@/lib/operations/backup/backup-state";
import { makeBackup } from "@/lib/operations/backup/make-backup";
import { overrideConfig } from "../../support/harness/test-config";

describe("a backup that failed", () => {
  it("is told in the reader's language, also where an earlier release noted it [C119]", async () => {
    overrideConfig({
      "backup.s3.bucket": "keys",
      "backup.s3.endpoint": "http://127.0.0.1:1",
      "backup.s3.accessKeyId": "AKIAEXAMPLE",
      "backup.s3.secretAccessKey": "a-secret-of-the-store",
    });
    await expect(makeBackup()).rejects.toThrow("cannot be used: The host does not accept the connection");
    const told = async () => {
      await watchBackups(new Date(0));
      const alert = await db().alert.findFirstOrThrow({ where: { kind: "backup.old" } });
      return alertText(alert, "zh");
    };
    expect(await told()).toContain("备份存储 s3://keys/keyshelf/ 无法使用：对方主机不接受连接");
    await noteBackup({ lastName: "as the rest of it stays" });
    expect(await readBackupState()).toMatchObject({ problem: { rule: "backup_store_unusable" } });
    await db()
      .$executeRaw`UPDATE settings SET value = value || '{"problem": "The disk is full"}' WHERE key = 'backupState'`;
    expect(await told()).toContain("The disk is full");
  }, 60_000);
});
