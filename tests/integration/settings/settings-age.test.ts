import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { getSettings } from "@/lib/settings/queries";

it("answers the first call after a pause with the settings of now, not of before the pause", async () => {
  expect((await getSettings()).siteName).toBe("Keyshelf");

  await db().setting.create({ data: { key: "siteName", value: "Renamed elsewhere" } });
  // Longer than the reader's interval; nobody asks for the settings meanwhile.
  await sleep(7_000);

  expect((await getSettings()).siteName).toBe("Renamed elsewhere");
});
