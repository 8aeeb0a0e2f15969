import { describe, expect, it } from "vitest";
import { isHeldInstant, parseInstant } from "@/lib/core/formats/instant";

describe("an instant from outside", () => {
  it.each([
    ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
    ["2026-01-31T12:00:00+08:00", "2026-01-31T04:00:00.000Z"],
    ["2026-01-31T12:00-0330", "2026-01-31T15:30:00.000Z"],
    ["2024-02-29T23:59:59.1239Z", "2024-02-29T23:59:59.123Z"],
    ["9998-12-31T23:59:59.999Z", "9998-12-31T23:59:59.999Z"],
    ["9999-01-01T00:30:00+01:00", "9998-12-31T23:30:00.000Z"],
  ])("%s is %s", (text, at) => {
    const read = parseInstant(text);
    expect([read?.toISOString(), read && isHeldInstant(read)]).toEqual([at, true]);
  });

  it.each([
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+01:00",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "9998-12-31T23:59:59-00:01",
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-10T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00",
    "2026-01-01",
    "2026-1-1T00:00:00Z",
    "now",
  ])("%s is refused", (text) => {
    const at = parseInstant(text);
    expect(at && isHeldInstant(at) ? at : undefined).toBeUndefined();
  });
});
