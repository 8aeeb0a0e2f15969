import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";

describe("product search", () => {
  it("has a trigram index where the extension can be had, as in the embedded database", async () => {
    const rows = await db().$queryRaw<{ indexdef: string }[]>`
      SELECT indexdef FROM pg_indexes WHERE indexname = 'products_search'`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.indexdef).toContain("gin_trgm_ops");
  });
});
