import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { verifyTurnstile } from "@/lib/accounts/captcha/verify-turnstile";
import { hashPassword, needsRehash, verifyPassword } from "@/lib/accounts/password/hash-password";
import { checkNewPassword } from "@/lib/accounts/password/password-policy";
import { aRegisteredUser, goodPassword } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

describe("passwords", () => {
  it("are argon2id strings of the agreed cost [A1]", async () => {
    const stored = await hashPassword(goodPassword);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(needsRehash(stored)).toBe(false);
    expect(needsRehash("$argon2id$v=19$m=8192,t=2,p=1$x$y")).toBe(true);
    expect(needsRehash("$2b$10$abcdefghijklmnopqrstuv")).toBe(true);
  });

  it("are equal however the keyboard composed them, and never equal to nothing", async () => {
    const stored = await hashPassword("pa\u0308ssword longer");
    expect(await verifyPassword(stored, "pässword longer")).toBe(true);
    expect(await verifyPassword(null, "decoy")).toBe(false);
    expect(await verifyPassword("-", "x")).toBe(false);
  });

  it("eighty log-ins at once stay below a gigabyte and leave the event loop free [A5]", async () => {
    overrideConfig({ "limits.loginsPerIp": "1000", "limits.loginFailuresPerAccount": "1000" });
    const { email } = await aRegisteredUser();
    let ticks = 0;
    const ticker = setInterval(() => {
      ticks += 1;
    }, 5);
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => call(login, "POST", { body: { email, password: goodPassword } })),
    );
    clearInterval(ticker);
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    // Hashed all at once they would take one and a half.
    expect(process.memoryUsage().rss).toBeLessThan(1024 ** 3);
    expect(ticks).toBeGreaterThan(20);
  });

  it("are checked for length in characters, not in bytes", async () => {
    await expect(checkNewPassword("七个字的密码吧")).rejects.toThrow("at least 8");
    await expect(checkNewPassword("八个字的好密码吧")).resolves.toBeUndefined();
    await expect(checkNewPassword("🔑🗝️🔒🚪🏠🌳🌊")).resolves.toBeUndefined();
  });
});

describe("Turnstile", () => {
  it("is passed only by a plain yes of the service", async () => {
    const asked: string[] = [];
    let reply = { status: 200, body: '{"success":true}' };
    const service = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        asked.push(body);
        response.writeHead(reply.status, { location: "https://elsewhere.example/" }).end(reply.body);
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`;
    const check = { secret: "s3cret", token: "t0ken", ip: "192.0.2.1" };
    expect(await verifyTurnstile(check, url)).toBe(true);
    expect(Object.fromEntries(new URLSearchParams(asked[0]))).toEqual({
      secret: "s3cret",
      response: "t0ken",
      remoteip: "192.0.2.1",
    });
    for (const given of [
      { status: 200, body: '{"success":false}' },
      { status: 200, body: '{"success":"true"}' },
      { status: 200, body: "<html>" },
      { status: 302, body: '{"success":true}' },
    ]) {
      reply = given;
      expect(await verifyTurnstile(check, url)).toBe(false);
    }
    await new Promise((resolve) => service.close(resolve));
    expect(await verifyTurnstile(check, url)).toBe(false);
  });
});
