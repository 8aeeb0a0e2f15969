import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

interface Locked {
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  link?: boolean;
}

const lock = JSON.parse(readFileSync(path.resolve("package-lock.json"), "utf8")) as {
  packages: Record<string, Locked>;
};

/** Neither on Linux with glibc nor on x64: npm leaves such a package out where the shop is built, tested and packed. */
const isOfAnotherPlatform = ({ optional, os, cpu, libc }: Locked): boolean =>
  optional === true &&
  ((os !== undefined && !os.includes("linux")) ||
    (cpu !== undefined && !cpu.includes("x64")) ||
    (libc !== undefined && !libc.includes("glibc")));

/**
 * npm writes the hash of a package that it fetched. A registry that carries no binaries of other platforms leaves theirs
 * open: on such a host npm takes the hash from its own registry at the first install.
 */
it("pins every package that this platform installs by its hash", () => {
  const open = Object.entries(lock.packages).filter(
    ([place, { link, integrity }]) => place !== "" && !link && !integrity,
  );
  expect(open.filter(([, locked]) => !isOfAnotherPlatform(locked)).map(([place]) => place)).toEqual([]);
  expect(
    Object.values(lock.packages).filter(({ integrity }) => integrity?.startsWith("sha512-")).length,
  ).toBeGreaterThan(900);
});

it("names no registry", () => {
  expect(readFileSync(path.resolve("package-lock.json"), "utf8")).not.toContain('"resolved"');
});
