import { describe, expect, it } from "vitest";
import { embeddedSettings, sizesFor, usableMegabytes } from "@/lib/db/embedded/settings";

const gigabyte = 1024 ** 3;

describe("the settings of the embedded database", () => {
  it.each([
    [256, "8MB", "128MB"],
    [512, "8MB", "256MB"],
    [1024, "16MB", "512MB"],
    [2048, "32MB", "512MB"],
    [4096, "64MB", "512MB"],
    [65_536, "64MB", "512MB"],
  ])("follow a memory of %d MB within bounds", (megabytes, shared_buffers, effective_cache_size) => {
    expect(sizesFor(megabytes)).toEqual({ shared_buffers, effective_cache_size });
  });

  it("count what a container may use, and the machine's memory where nothing limits it", () => {
    expect(usableMegabytes(8 * gigabyte, gigabyte)).toBe(1024);
    expect(usableMegabytes(8 * gigabyte, 0)).toBe(8192);
    // Without a limit the system may name the largest number that it knows.
    expect(usableMegabytes(8 * gigabyte, 2 ** 63)).toBe(8192);
  });

  it("let the running server be copied and its log be archived", () => {
    expect(embeddedSettings()).toMatchObject({ wal_level: "replica", max_wal_senders: "2" });
  });
});
