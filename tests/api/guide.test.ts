import { describe, expect, it } from "vitest";
import { GET as readText } from "@/app/(store)/docs/[page]/text/route";
import { GET as readIndex } from "@/app/llms.txt/route";
import { guideNames } from "@/lib/content/guide/guide-pages";
import { searchGuide } from "@/lib/content/guide/read-guide";
import { updateSettings } from "@/lib/settings/update-settings";
import { aClient, anAdmin } from "../support/builders/products";

const text = (page: string) =>
  readText(new Request(`http://localhost/docs/${page}/text`), { params: Promise.resolve({ page }) });

describe("the guide for programmers", () => {
  it("is served as Markdown with the shop's own address, page by page as /llms.txt lists them", async () => {
    const index = await (await readIndex()).text();
    expect(index).toMatch(/^# Keyshelf\n/);
    for (const name of guideNames) {
      expect(index).toContain(`/docs/${name}.md)`);
      const answer = await text(name);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        "text/markdown; charset=utf-8",
      ]);
    }
    expect((await text("../package")).status).toBe(404);
  });

  it("is not there when the operator switches it off", async () => {
    await updateSettings(await anAdmin(), aClient(), { features: { guide: false } });
    expect([(await text("api")).status, (await readIndex()).status]).toEqual([404, 404]);
  });

  it("finds the section in which all words stand, and nothing for a word that nowhere stands", async () => {
    const hits = await searchGuide("nonce timestamp signature");
    expect(hits).toContainEqual(expect.objectContaining({ name: "interconnect", id: "signing" }));
    expect(await searchGuide("nonce unheardofword")).toEqual([]);
    expect(await searchGuide("  ")).toEqual([]);
  });
});
