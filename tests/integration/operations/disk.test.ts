import { statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { isLow, watchDisk } from "@/lib/operations/watch-disk";
import { mountSmallDisk } from "../../support/fakes/small-disk";
import { overrideConfig } from "../../support/harness/test-config";

const gigabyte = 1024 ** 3;

/** A disk that is as good as full: a mount of a few megabytes (root), or a small one that is there. */
function smallDisk(): { folder: string; remove(): void } | null {
  const mounted = mountSmallDisk(os.tmpdir(), 8);
  if (mounted) return mounted;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize < gigabyte ? { folder: "/dev/shm", remove: () => undefined } : null;
}

const disk = smallDisk();
disk?.remove();

describe("the watch of the disk", () => {
  it("finds less than a gigabyte low, and less than a tenth of a disk of up to 200 GB", () => {
    expect(isLow({ free: 0.9 * gigabyte, total: 5 * gigabyte })).toBe(true);
    expect(isLow({ free: 1.1 * gigabyte, total: 5 * gigabyte })).toBe(false);
    expect(isLow({ free: 9 * gigabyte, total: 100 * gigabyte })).toBe(true);
    expect(isLow({ free: 11 * gigabyte, total: 100 * gigabyte })).toBe(false);
    expect(isLow({ free: 25 * gigabyte, total: 2000 * gigabyte })).toBe(false);
  });

  it.skipIf(disk === null)(
    "raises an alert for the data folder, and ends it when there is room again",
    async () => {
      const { folder, remove } = smallDisk() ?? { folder: "", remove: () => undefined };
      try {
        overrideConfig({ dataDir: folder });
        await watchDisk();
        const alert = await db().alert.findUniqueOrThrow({
          where: { dedupeKey: `disk.low:${os.hostname()}` },
        });
        expect(alert).toMatchObject({ resolvedAt: null, data: { folder, megabytes: expect.any(Number) } });
        // A folder that is not there yet has no disk that could be low.
        overrideConfig({ dataDir: path.join(folder, "not-there") });
        await watchDisk();
        expect(await db().alert.findFirst({ where: { kind: "disk.low", resolvedAt: null } })).toBeNull();
      } finally {
        remove();
      }
    },
  );
});
