import { execFile, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { freePort, untilUp } from "./shop";

const root = path.resolve(import.meta.dirname, "../..");
/** Inside the project, whose Next it is built with. */
const folder = path.join(root, ".cache/bench-empty-page");
const next = path.join(root, "node_modules/next/dist/bin/next");

const files = {
  "package.json": JSON.stringify({ name: "empty-page", private: true }),
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} } };\n`,
  "app/layout.jsx": `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}\n`,
  "app/page.jsx": `export default function Page() {
  return <main><h1>An empty page</h1><p>A line of text.</p></main>;
}\n`,
};

/** Builds a Next application of one line of text and serves it: the lightest page that this framework makes. */
export async function startEmptyPage(): Promise<{ url: string; stop(): void }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "app"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await promisify(execFile)(process.execPath, [next, "build"], { cwd: folder, env });
  const port = await freePort();
  const server = spawn(process.execPath, [next, "start", "-p", String(port)], {
    cwd: folder,
    env,
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/`;
  await untilUp(url, server);
  return {
    url,
    stop: () => {
      server.kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
