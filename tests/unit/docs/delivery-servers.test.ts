import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, onTestFinished } from "vitest";

const folder = path.resolve(import.meta.dirname, "../../../docs/delivery-server");
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** `probe` fails where the language is not installed. */
const servers: Record<string, { probe: string[]; run: (port: number) => string[] }> = {
  TypeScript: {
    probe: [process.execPath, "--version"],
    run: (port) => [process.execPath, "--import", "tsx", "server.ts", secret, String(port)],
  },
  Python: { probe: ["python3", "--version"], run: () => ["python3", "server.py"] },
  Go: { probe: ["go", "version"], run: () => ["go", "run", "server.go"] },
  PHP: { probe: ["php", "--version"], run: (port) => ["php", "-S", `127.0.0.1:${port}`, "server.php"] },
};

const isInstalled = ([command = "", ...rest]: string[]) => {
  try {
    execFileSync(command, rest, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** `go run` starts a process of its own: all of them end together. */
const endGroup = ({ pid }: ChildProcess) => {
  if (pid) process.kill(-pid, "SIGKILL");
};

describe("the delivery servers of docs/delivery-server", () => {
  for (const [language, { probe, run }] of Object.entries(servers)) {
    it.skipIf(!isInstalled(probe))(
      `${language} makes the goods of a request once, refuses what it cannot make, says how many are left, and believes no other signature`,
      async () => {
        const port = await freePort();
        const [command = "", ...rest] = run(port);
        const kept = mkdtempSync(path.join(tmpdir(), "delivery-"));
        onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
        const child = spawn(command, rest, {
          cwd: folder,
          detached: true,
          stdio: "ignore",
          env: {
            ...process.env,
            TMPDIR: kept,
            SECRET: secret,
            PORT: String(port),
            GO111MODULE: "off",
            GOFLAGS: "",
          },
        });
        onTestFinished(() => endGroup(child));
        const ask = async (
          id: string,
          quantity: number,
          signedWith = secret,
          type = "delivery.requested",
        ) => {
          const data = { request_id: id, order_no: "K1", item: 1, quantity };
          const body = JSON.stringify({ type, data });
          const at = new Date();
          const answer = await fetch(`http://127.0.0.1:${port}/`, {
            method: "POST",
            body,
            headers: {
              "content-type": "application/json",
              "webhook-id": id,
              "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
              "webhook-signature": new Webhook(signedWith).sign(id, at, body),
            },
          });
          return { status: answer.status, text: await answer.text() };
        };
        await expect
          .poll(
            () =>
              ask("dlv_first", 1).then(
                ({ status }) => status,
                () => 0,
              ),
            { timeout: 120_000 },
          )
          .toBe(200);
        const first = await ask("dlv_first", 1);
        expect(JSON.parse(first.text)).toEqual({
          request_id: "dlv_first",
          fields: { User: "k1-1", Password: expect.stringMatching(/^[\w-]{12}$/) },
        });
        expect(await ask("dlv_first", 1)).toEqual(first);
        expect((await ask("dlv_second", 1)).text).not.toContain(JSON.parse(first.text).fields.Password);
        expect(JSON.parse((await ask("dlv_third", 11)).text)).toEqual({
          request_id: "dlv_third",
          refused: "At most 10 accounts at once",
        });
        const stranger = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
        expect((await ask("dlv_first", 1, stranger)).status).toBe(401);
        const units = async () =>
          JSON.parse((await ask("stk_question", 0, secret, "stock.asked")).text).stock as number;
        const before = await units();
        await ask(`dlv_${port}`, 1);
        expect(await units()).toBe(before - 1);
        expect((await ask("stk_question", 0, stranger, "stock.asked")).status).toBe(401);
      },
      300_000,
    );
  }
});
