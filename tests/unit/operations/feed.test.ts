import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { compareVersions } from "@/lib/operations/updates/compare-versions";
import { newerThan, readFeedText } from "@/lib/operations/updates/feed";
import { publicKeyOf, signSums } from "@/lib/operations/updates/signed-sums";

const newKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const key = newKey();
const release = (version: string) => ({ version, date: "2030-01-01", notes: "" });
const read = (value: unknown, signer = key) => {
  const text = JSON.stringify(value);
  return readFeedText(text, signSums(text, signer), publicKeyOf(key));
};

describe("versions", () => {
  it("are ordered as semantic versioning says", () => {
    const order = [
      ...["0.9.9", "0.10.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta"],
      ...["1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "10.0.0"],
    ];
    expect([...order].reverse().sort(compareVersions)).toEqual(order);
    expect(compareVersions("1.0.0-rc.1", "1.0.0-rc.1")).toBe(0);
  });
});

describe("the list of releases", () => {
  it("is read newest first, and what is newer is found in it", () => {
    const releases = read({ releases: ["1.0.0", "1.10.0", "1.2.0"].map(release) });
    expect(releases.map(({ version }) => version)).toEqual(["1.10.0", "1.2.0", "1.0.0"]);
    expect(newerThan(releases, "1.1.0").map(({ version }) => version)).toEqual(["1.10.0", "1.2.0"]);
  });

  it.each<[string, () => unknown, string]>([
    ["of somebody else", () => read({ releases: [] }, newKey()), "release_not_signed"],
    [
      "that was changed",
      () => readFeedText('{"releases":[ ]}', signSums('{"releases":[]}', key), publicKeyOf(key)),
      "release_not_signed",
    ],
    ["without releases", () => read({}), "feed_malformed"],
    [
      "with a version that leads out of its folder",
      () => read({ releases: [release("../1.0.0")] }),
      "feed_malformed",
    ],
  ])("%s is refused [C111]", (_, act, rule) => {
    expect(act).toThrow(expect.objectContaining({ problem: expect.objectContaining({ rule }) }));
  });
});
