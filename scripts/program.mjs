// How every entry file begins and ends, in a clone and in a release. Plain Node without a package.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Where the command was given: paths on the command line start there. */
export const invokedFrom = process.cwd();

/** Ends the program with one sentence instead of a stack. */
export class StopError extends Error {}

const leastNode = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])) {
    throw new StopError(
      `Keyshelf needs Node ${leastNode.join(".")} or newer; this is ${process.versions.node}.`,
    );
  }
}

/** Runs a program's main function and turns what goes wrong into one sentence and a code. */
export async function main(program) {
  process.chdir(root);
  try {
    checkNode();
    await program();
  } catch (error) {
    const isExpected =
      error instanceof StopError || /^(App|Backup|Config|Embedded|Migration|Start)Error$/.test(error?.name);
    console.error(`\n${isExpected ? error.message : (error?.stack ?? error)}`);
    process.exitCode = 1;
  }
}

/** Notes the file of `--config <file>`. @returns which of the `known` words were given */
export function readArguments(args, known = []) {
  const given = new Set();
  const rest = [...args];
  while (rest.length > 0) {
    const [name, inline] = rest.shift().split(/=(.*)/s);
    if (known.includes(name)) given.add(name);
    else if (name === "--config") {
      const file = inline ?? rest.shift();
      if (!file) throw new StopError("--config needs the path of a configuration file.");
      process.env.KEYSHELF_CONFIG = path.resolve(invokedFrom, file);
    } else
      throw new StopError(`Unknown argument ${name}. Known: ${["--config <file>", ...known].join(", ")}.`);
  }
  return given;
}

/** A program of the build, which a bundler of what imports this file need not find. */
const built = (name) => import(new URL(`../build/${name}.mjs`, import.meta.url).href);

/** Opens the finished build in this process: the shop, or with `isWorker` its worker alone. */
export async function openBuilt({ isWorker = false } = {}) {
  // Lets the heap grow in small steps: a tenth more work for the collector, and a third less memory under load.
  setFlagsFromString("--heap-growing-percent=25");
  process.env.NODE_ENV = "production";
  if (isWorker) await (await built("work")).work();
  else await (await built("serve")).serve();
}
