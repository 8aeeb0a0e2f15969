import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { operations as adminMedia } from "@/app/api/v1/admin/media/[[...path]]/route";
import * as media from "@/app/media/[id]/route";
import type { MediaList, UploadedMedia } from "@/lib/content/schema";
import { db } from "@/lib/db/client";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const admin = staffOfTest();
const send = (raw: Uint8Array | string, type = "image/png") =>
  admin.call<UploadedMedia>(adminMedia.uploadMedia, "POST", {
    raw: typeof raw === "string" ? raw : Uint8Array.from(raw),
    headers: { "content-type": type },
  });
const drawn = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#12594a" } });
const fetchMedia = (id: string, headers: Record<string, string> = {}) =>
  media.GET(new Request(`http://localhost:8080/media/${id}`, { headers }), {
    params: Promise.resolve({ id }),
  });

describe("POST /api/v1/admin/media", () => {
  it("admits only staff who may change content", async () => {
    await expectStaffOnly(adminMedia.uploadMedia, "POST", { raw: "x" }, "viewer");
  });

  it.each(["png", "jpeg", "webp", "gif", "avif"] as const)(
    "decodes a %s and serves it as a new WebP [A29]",
    async (format) => {
      const { data, status } = await send(
        await drawn().toFormat(format).toBuffer(),
        "application/octet-stream",
      );
      expect(status).toBe(200);
      expect(data).toMatchObject({
        width: 40,
        height: 30,
        url: `/media/${data.id}`,
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      });
      const served = await fetchMedia(data.id);
      const bytes = Buffer.from(await served.arrayBuffer());
      expect(served.status).toBe(200);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      expect((await sharp(bytes).metadata()).format).toBe("webp");
      expect((await fetchMedia(data.id, { "if-none-match": served.headers.get("etag") ?? "" })).status).toBe(
        304,
      );
      expect(await lastAudit()).toMatchObject({ action: "media.upload", target: `media:${data.id}` });
    },
  );

  it("keeps nothing of what stands behind the pixels or in the metadata [A29]", async () => {
    const canary = "<script>alert('canary')</script>";
    const image = await drawn()
      .jpeg()
      .withExif({ IFD0: { ImageDescription: canary } })
      .toBuffer();
    const polyglot = Buffer.concat([image, Buffer.from(canary)]);
    const { data } = await send(polyglot, "image/jpeg");
    const row = await db().media.findUniqueOrThrow({ where: { id: data.id } });
    expect(Buffer.from(row.bytes).includes("canary")).toBe(false);
    expect((await sharp(row.bytes).metadata()).exif).toBeUndefined();
  });

  it("makes a large picture smaller and never a small one larger", async () => {
    const { data } = await send(await drawn(4000, 1000).png().toBuffer());
    expect(data).toMatchObject({ width: 2400, height: 600 });
  });

  it.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["an SVG with an XML head", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7"],
    ["nothing", ""],
    ["a GIF by name only", "GIF89"],
  ])("refuses %s, whatever it says it is [A29]", async (_, text) => {
    expectRefusal(await send(text, "image/png"), 415, /^file: The file must be a PNG/);
    expect(await db().media.count()).toBe(0);
  });

  it("refuses a damaged picture, a decompression bomb and 20 MiB [A29]", async () => {
    const whole = await drawn(200, 200).png().toBuffer();
    expectRefusal(await send(whole.subarray(0, whole.length / 2)), 400, /^file: /);
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    expectRefusal(await send(bomb), 400, /^file: /);
    expectRefusal(await send(new Uint8Array(20 * 1024 * 1024)), 413, /must have at most/);
    expect(await db().media.count()).toBe(0);
  });
});

describe("GET /media/:id", () => {
  it("answers an unknown or malformed name with 404", async () => {
    for (const id of ["0".repeat(26), "../../etc/passwd", "'--", "", "x".repeat(5000)]) {
      const answer = await fetchMedia(encodeURIComponent(id));
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/plain"]);
    }
  });
});

it("lists the pictures, newest first, to staff who may read content", async () => {
  const first = (await send(await drawn().png().toBuffer())).data;
  const second = (await send(await drawn(20, 10).png().toBuffer())).data;
  await db().media.update({ where: { id: first.id }, data: { createdAt: new Date("2026-01-01T00:00:00Z") } });
  const { data } = await admin.call<MediaList>(adminMedia.listMedia, "GET");
  expect(data).toMatchObject({
    total: 2,
    media: [
      { id: second.id, url: second.url, width: 20, height: 10 },
      { id: first.id, url: first.url },
    ],
  });
  await expectStaffOnly(adminMedia.listMedia, "GET", {}, "support");
});
