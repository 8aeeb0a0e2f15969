import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { leastPartBytes } from "@/lib/operations/backup/put-in-parts";
import { s3Store } from "@/lib/operations/backup/s3-store";
import { type FakeS3, startFakeS3 } from "../../support/fakes/fake-s3";

const bytes = Buffer.alloc(leastPartBytes + 1000, "backup ");
let s3: FakeS3;
let folder: string;
let file: string;

beforeEach(async () => {
  s3 = await startFakeS3("shop-backups");
  folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-parts-"));
  file = path.join(folder, "large");
  await writeFile(file, bytes);
});

afterEach(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const store = () =>
  s3Store({
    bucket: "shop-backups",
    prefix: "keyshelf/",
    endpoint: s3.url,
    region: "auto",
    accessKeyId: "AKIAEXAMPLE",
    secretAccessKey: "a-secret-of-the-store",
  });
const puts = () => s3.requests.filter((request) => request.startsWith("PUT"));

it("sends a backup to a store in parts where one request would not hold it [C102]", async () => {
  await store().put("large", file);
  expect(puts()).toEqual(["PUT keyshelf/large", "PUT keyshelf/large"]);
  expect(s3.objects.get("keyshelf/large")?.equals(bytes)).toBe(true);
  expect(s3.uploads.size).toBe(0);
});

it("leaves no parts of an upload that failed [C102]", async () => {
  s3.onRequest = async () => {
    s3.isDown = puts().length > 1 && s3.requests.at(-1) === "PUT keyshelf/large";
  };
  await expect(store().put("large", file)).rejects.toThrow();
  expect(puts().length).toBeGreaterThan(1);
  expect(s3.objects.size).toBe(0);
  expect(s3.uploads.size).toBe(0);
});
