import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { GET as readText } from "@/app/(store)/docs/[page]/text/route";
import { GET as readJudge } from "@/app/(store)/docs/conformance.mjs/route";
import { GET as readProgram } from "@/app/(store)/docs/files/[name]/route";
import { GET as readIndex } from "@/app/llms.txt/route";
import { guideNames, guidePrograms } from "@/lib/content/guide/guide-pages";
import { searchGuide } from "@/lib/content/guide/read-guide";
import { updateSettings } from "@/lib/settings/update-settings";
import { aClient, anAdmin } from "../support/builders/products";

const text = (page: string) =>
  readText(new Request(`http://localhost/docs/${page}/text`), { params: Promise.resolve({ page }) });

const program = (name: string) =>
  readProgram(new Request(`http://localhost/docs/files/${name}`), { params: Promise.resolve({ name }) });

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

  it("has the programs that it names as text, and no other file [C204]", async () => {
    for (const [name, file] of Object.entries(guidePrograms)) {
      const answer = await program(name);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(await answer.text()).toBe(readFileSync(file, "utf8"));
    }
    for (const name of ["../package.json", "README.md", "constructor"])
      expect((await program(name)).status).toBe(404);
    expect(await (await readIndex()).text()).toContain("/docs/files/restock.py)");
  });

  it("has the conformance command as one file that runs alone [C150]", async () => {
    const root = path.resolve(import.meta.dirname, "../..");
    const { ensureCommands }: { ensureCommands: () => Promise<void> } = await import(
      path.join(root, "scripts/bootstrap.mjs")
    );
    await ensureCommands();
    const answer = await readJudge();
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-judge-"));
    try {
      const file = path.join(folder, "conformance.mjs");
      writeFileSync(file, await answer.text());
      const run = (...args: string[]) =>
        execFileSync(process.execPath, [file, ...args], { encoding: "utf8" });
      expect(run("--rules")).toContain("order.stock-falls");
      // As `keyshelf conformance` hands its arguments on.
      expect(run("conformance", "--help")).toContain("A receiver:");
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(await (await readIndex()).text()).toContain("/docs/conformance.mjs)");
  });

  it("is not there when the operator switches it off", async () => {
    await updateSettings(await anAdmin(), aClient(), { features: { guide: false } });
    const answers = [await text("api"), await readIndex(), await readJudge(), await program("restock.py")];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it("finds the section in which all words stand, and nothing for a word that nowhere stands", async () => {
    const hits = await searchGuide("nonce timestamp signature");
    expect(hits).toContainEqual(expect.objectContaining({ name: "interconnect", id: "signing" }));
    expect(await searchGuide("nonce unheardofword")).toEqual([]);
    expect(await searchGuide("  ")).toEqual([]);
  });
});
