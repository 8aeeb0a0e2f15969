import { describe, expect, it } from "vitest";
import { batchReads, batchWrites } from "@/lib/db/batches";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function recorded(groupOf?: (key: string) => string) {
  const reads: string[][] = [];
  const ask = batchReads(async (keys: readonly string[]) => {
    reads.push([...keys]);
    if (keys.includes("broken")) throw new Error("no database");
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  }, groupOf);
  return { reads, ask };
}

describe("reads that are asked for at the same moment", () => {
  it("are one read, and each caller finds its answer", async () => {
    const { reads, ask } = recorded();
    const answers = await Promise.all(["a", "b", "a"].map(async (key) => (await ask(key)).get(key)));
    expect(answers).toEqual(["A", "B", "A"]);
    expect(reads).toEqual([["a", "b", "a"]]);
  });

  it("are not answered by a read that began before them, and wait together for its end", async () => {
    const reads: string[][] = [];
    let end = () => {};
    const ask = batchReads(async (keys: readonly string[]) => {
      reads.push([...keys]);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    const first = ask("a");
    await turn();
    const others = Promise.all([ask("b"), ask("c")]);
    await turn();
    expect(reads).toEqual([["a"]]);
    end();
    await first;
    await turn();
    expect(reads).toEqual([["a"], ["b", "c"]]);
    end();
    await others;
  });

  it("stay apart by their group, and in blocks of 64", async () => {
    const { reads, ask } = recorded((key) => key[0] ?? "");
    const keys = ["x1", "y1", ...Array.from({ length: 70 }, (_, n) => `z${n}`), "x2"];
    await Promise.all(keys.map(ask));
    expect(reads.map(({ length }) => length).sort((a, b) => a - b)).toEqual([1, 2, 6, 64]);
    expect(reads.flat().sort()).toEqual([...keys].sort());
  });

  it("are asked for alone when one of them cannot be answered", async () => {
    const { ask } = recorded();
    const [good, broken] = await Promise.allSettled([ask("a"), ask("broken")]);
    expect(good.status === "fulfilled" && good.value.get("a")).toBe("A");
    expect(broken.status).toBe("rejected");
  });
});

describe("writes that are asked for at the same moment", () => {
  it("are one write, and each caller gets what became of its own, of equal ones as well", async () => {
    const writes: string[][] = [];
    const write = batchWrites(async (items: readonly string[]) => {
      writes.push([...items]);
      return items.map((item, place) => items.indexOf(item) === place);
    });
    expect(await Promise.all(["a", "b", "a"].map(write))).toEqual([true, true, false]);
    expect(writes).toEqual([["a", "b", "a"]]);
  });

  it("fail together, and none is written again", async () => {
    let writes = 0;
    const write = batchWrites(async () => {
      writes += 1;
      throw new Error("the line broke");
    });
    const results = await Promise.allSettled(["a", "b"].map(write));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(writes).toBe(1);
  });
});
