import path from "node:path";
import { afterAll, afterEach, beforeEach, inject } from "vitest";
import { forgetGoods } from "@/lib/catalogue/finding/kept-goods";
import { testClock } from "@/lib/core/clock";
import { setShopCurrency } from "@/lib/core/money";
import { setLogLevel } from "@/lib/core/process/log";
import { disconnect } from "@/lib/db/client";
import { forgetLeases } from "@/lib/db/leases";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { writeFirstViews } from "@/lib/orders/first-views";
import { defaultSettings } from "@/lib/settings/defaults";
import { forgetSettings } from "@/lib/settings/queries";
import "./seed";
import { closeDatabase, createDatabase, emptyDatabase } from "./database";
import { applyTestConfig, restoreConfig } from "./test-config";

const run = inject("testRun");
const worker = `w${process.env.VITEST_POOL_ID ?? "1"}`;
const url = await createDatabase(run, worker);

applyTestConfig({ "database.url": url, dataDir: path.join(run.filesDir, worker) });
setLogLevel(process.env.KEYSHELF_TEST_LOG ?? "silent");

beforeEach(async () => {
  testClock.reset();
  await emptyDatabase(url);
  forgetSettings();
  setShopCurrency(defaultSettings.currency);
  forgetAnswers();
  forgetGoods();
  forgetLeases();
});

afterEach(async () => {
  restoreConfig();
  await writeFirstViews();
});

afterAll(async () => {
  await disconnect();
  await closeDatabase();
});
