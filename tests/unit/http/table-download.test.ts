import { describe, expect, it } from "vitest";
import { streamDownload, textDownload } from "@/lib/http/answer/download";

async function* lines() {
  yield '"\u59d3\u540d"\r\n';
}

const firstBytes = async (response: Response) =>
  [...new Uint8Array(await response.arrayBuffer())].slice(0, 3);

describe("a download", () => {
  it("begins with the mark by which Excel knows UTF-8, for a table", async () => {
    expect(await firstBytes(streamDownload("x.csv", "text/csv", lines()))).toEqual([0xef, 0xbb, 0xbf]);
    expect(await firstBytes(textDownload("x.csv", "A", "text/csv"))).toEqual([0xef, 0xbb, 0xbf]);
  });

  it("begins with the first key, for keys", async () => {
    expect(await firstBytes(streamDownload("x.txt", "text/plain", lines()))).toEqual([0x22, 0xe5, 0xa7]);
    expect(await textDownload("x.txt", "A").text()).toBe("A");
  });
});
