import { readEnvironment } from "./env";

/** Set by bin/keyshelf.mjs: in a release program and shop lie apart, in a clone they are one folder. */
const given = (): string | undefined => readEnvironment().KEYSHELF_HOME;

export const isRelease = (): boolean => given() !== undefined;

/** Folder of the shop: config.yaml is looked for there, and its relative paths start there. */
export const homeFolder = (): string => given() ?? process.cwd();

/** A command for the shell, as this installation takes it. */
export const shopCommand = (command: string): string =>
  `${isRelease() ? "keyshelf" : "npm run shop --"} ${command}`;

export const workerCommand = (): string =>
  isRelease() ? "keyshelf worker" : "node scripts/start.mjs worker";
