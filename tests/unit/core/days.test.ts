import { describe, expect, it } from "vitest";
import {
  addDays,
  atWallTime,
  dayIn,
  daysBetween,
  isDay,
  isTimeZone,
  startOfDay,
  wallTimeIn,
  zonedTimes,
} from "@/lib/core/days";

const begins = (day: string, zone: string) => startOfDay(day, zone).toISOString();

describe("days of a time zone", () => {
  it("begin when the clock there shows midnight", () => {
    expect(begins("2026-11-21", "UTC")).toBe("2026-11-21T00:00:00.000Z");
    expect(begins("2026-11-21", "Asia/Shanghai")).toBe("2026-11-20T16:00:00.000Z");
    expect(begins("2026-11-21", "America/New_York")).toBe("2026-11-21T05:00:00.000Z");
    expect(begins("2026-11-21", "Asia/Kathmandu")).toBe("2026-11-20T18:15:00.000Z");
  });

  it("are 23 or 25 hours long when the clock is put forward or back", () => {
    const zone = "America/New_York";
    const hours = (day: string) =>
      (startOfDay(addDays(day, 1), zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000;
    expect(["2026-03-07", "2026-03-08", "2026-11-01", "2026-11-02"].map(hours)).toEqual([24, 23, 25, 24]);
  });

  it("begin at one where there is no midnight, and hold every one of their moments", () => {
    expect(begins("2018-11-04", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
    for (const zone of ["America/Sao_Paulo", "Asia/Beirut", "America/Havana", "Pacific/Auckland"]) {
      for (let day = "2018-01-01"; day < "2019-01-01"; day = addDays(day, 1)) {
        const start = startOfDay(day, zone);
        expect(dayIn(start, zone)).toBe(day);
        expect(dayIn(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1));
      }
    }
  });

  it("are told apart from a half-typed year and from impossible years", () => {
    expect(["0202-11-21", "20261-01-01", "", "2026-11-21"].map(isDay)).toEqual([false, false, false, true]);
    expect(dayIn(new Date("0202-11-21T12:00:00Z"), "UTC")).toBe("0202-11-21");
  });

  it("are counted over the end of a month, and unknown zones are known as such", () => {
    expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
    expect(daysBetween("2026-01-31", "2026-03-01")).toBe(29);
    expect([isTimeZone("Asia/Shanghai"), isTimeZone("Mars/Base")]).toEqual([true, false]);
  });
});

describe("a wall clock in a time zone", () => {
  const at = (local: string, zone: string) => atWallTime(local, zone).toISOString();

  it("is read and written in that zone, wherever the reader sits", () => {
    expect(at("2026-11-21T10:30", "Asia/Shanghai")).toBe("2026-11-21T02:30:00.000Z");
    expect(wallTimeIn(new Date("2026-11-21T02:30:45.678Z"), "Asia/Shanghai")).toBe("2026-11-21T10:30");
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const moment = new Date(Date.UTC(2026, 0, 1, hour));
      expect(
        wallTimeIn(atWallTime(wallTimeIn(moment, "Europe/Berlin"), "Europe/Berlin"), "Europe/Berlin"),
      ).toBe(wallTimeIn(moment, "Europe/Berlin"));
    }
  });

  it("takes the hour after a skipped one, and the first of two", () => {
    expect(at("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
    expect(at("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  });

  it.each([
    ["UTC", "2026-11-21T02:30:00.120Z"],
    ["Asia/Shanghai", "2026-11-21T10:30:00.120+08:00"],
    ["America/St_Johns", "2026-11-20T23:00:00.120-03:30"],
  ])("is written with the offset of %s, and names the same instant", (zone, written) => {
    const at = new Date("2026-11-21T02:30:00.120Z");
    expect(zonedTimes(zone)(at)).toBe(written);
    expect(new Date(written)).toEqual(at);
  });
});
