import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operations as adminMailServer } from "@/app/api/v1/admin/mail-server/[[...path]]/route";
import { operations as adminMails } from "@/app/api/v1/admin/mails/[[...path]]/route";
import { GET as readConfig } from "@/app/api/v1/public/config/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeMailTransport } from "@/lib/notifications/mails/mail-transport";
import { queueMail } from "@/lib/notifications/mails/queue-mail";
import { sendMail } from "@/lib/notifications/mails/send-mail";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import type { MailServerOut } from "@/lib/notifications/server/schema";
import { diagnose } from "@/lib/operations/checks/diagnose";
import { useResolver } from "@/lib/outgoing/guarded-agent";
import { forgetSettings, refreshSettings } from "@/lib/settings/queries";
import { writeSettings } from "@/lib/settings/write-settings";
import { jobsOf } from "../../support/builders/accounts";
import { startMailServer } from "../../support/fakes/mail-server";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";
import { overrideConfig } from "../../support/harness/test-config";

let smtp: Awaited<ReturnType<typeof startMailServer>>;
const staff = staffOfTest("owner");

beforeAll(async () => {
  smtp = await startMailServer();
});
beforeEach(() => {
  smtp.mails.length = 0;
  smtp.logins.length = 0;
});
afterEach(() => {
  useResolver(null);
  closeMailTransport();
});
afterAll(() => smtp.stop());

const given = { host: "smtp.example.com", port: 587, security: "starttls", from: "shop@corner.example" };
const put = (body: Record<string, unknown>) =>
  staff.call<MailServerOut>(adminMailServer.saveMailServer, "PUT", { body: { ...given, ...body } });
const read = async () => (await staff.call<MailServerOut>(adminMailServer.getMailServer, "GET")).data;

/** The test's own server, which a shop takes only where the configuration allows its own network. */
function putLoopback(body: Record<string, unknown> = {}) {
  overrideConfig({ "mail.allowPrivateNetworks": "true" });
  return put({ host: "127.0.0.1", port: smtp.port, security: "none", ...body });
}

async function aMail() {
  const data = { title: "Sale", rows: [], url: "http://localhost:8080/admin" };
  await inTransaction((tx) => queueMail(tx, { kind: "operator", to: "ada@example.com", locale: "en", data }));
  return db().mail.findFirstOrThrow({ orderBy: { id: "desc" } });
}

describe("/api/v1/admin/mail-server", () => {
  it("is for staff who may change settings", async () => {
    await expectStaffOnly(adminMailServer.getMailServer, "GET", {}, "support");
    await expectStaffOnly(adminMailServer.saveMailServer, "PUT", { body: given }, "viewer");
    await expectStaffOnly(adminMailServer.removeMailServer, "DELETE", {}, "viewer");
    expect(await db().setting.count({ where: { key: "mailServer" } })).toBe(0);
  });

  it("keeps the password sealed and shows it nowhere", async () => {
    const saved = await put({ user: "corner", password: "hunter2-smtp" });
    expect(saved.data).toEqual({
      source: "admin",
      host: "smtp.example.com",
      port: 587,
      security: "starttls",
      user: "corner",
      password_set: true,
      from: "shop@corner.example",
      from_fixed: false,
    });
    const { value } = await db().setting.findUniqueOrThrow({ where: { key: "mailServer" } });
    const audit = await lastAudit();
    expect(audit).toMatchObject({
      action: "mail_server.update",
      target: "mail_server",
      data: { host: "smtp.example.com", user: "corner", new_password: true },
    });
    const seen = JSON.stringify([saved, await read(), value, audit]);
    expect(seen).not.toContain("hunter2");
    expect(seen).not.toContain(Buffer.from("hunter2-smtp").toString("base64"));
  });

  it("takes the first one from a form that suggests port and security", async () => {
    const seen = { host: null, port: 587, security: "starttls", user: null, from: null };
    expect((await put({ seen })).status).toBe(200);
    expectRefusal(await put({ host: "other.example.com", seen }), 409, /has changed meanwhile/, 40906);
  });

  it("hands over the next mail, with log-in and address, and tells the shop's pages that mails leave", async () => {
    const waiting = await aMail();
    expect(waiting.status).toBe("outbox");
    expect(await hasMailServer()).toBe(false);
    await putLoopback({ user: "corner", password: "hunter2-smtp" });
    const mail = await aMail();
    expect(mail.status).toBe("queued");
    expect(await jobsOf("mail.send")).toEqual([{ mailId: mail.id }]);
    await sendMail(mail.id);
    expect(smtp.logins).toEqual([{ user: "corner", password: "hunter2-smtp" }]);
    expect(smtp.mails).toMatchObject([{ from: "shop@corner.example", to: ["ada@example.com"] }]);
    expect(smtp.mails[0]?.raw).toMatch(/^From: Keyshelf <shop@corner\.example>/m);
    expect((await staff.call(adminMails.getMailHealth, "GET")).data).toMatchObject({ has_server: true });
    const config = await call<{ sends_mail: boolean }>(readConfig, "GET", { path: "/x?fresh=1" });
    expect(config.data.sends_mail).toBe(true);
  });

  it("sends a test at once, and says in the server's words what is wrong", async () => {
    await putLoopback();
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({
      sent: true,
      problem: null,
    });
    expect(smtp.mails).toMatchObject([{ to: [staff.email()], from: "shop@corner.example" }]);
    await staff.call(adminMails.sendTestMail, "POST", { headers: { "accept-language": "zh" } });
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(["Keyshelf: test mail", "Keyshelf：测试邮件"]);
    await putLoopback({ port: 1 });
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({
      sent: false,
      problem: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("never falls back to a connection in clear where STARTTLS or TLS is asked for", async () => {
    for (const security of ["starttls", "tls"]) {
      await putLoopback({ security, user: "corner", password: "hunter2-smtp" });
      expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({ sent: false });
    }
    expect([smtp.mails, smtp.logins]).toEqual([[], []]);
  });

  it("is taken by a process that remembers older settings", async () => {
    await aMail();
    // Another process saves it: this one is told nothing.
    overrideConfig({ "mail.allowPrivateNetworks": "true" });
    const mailServer = { host: "127.0.0.1", port: smtp.port, security: "none", user: null } as const;
    await inTransaction((tx) =>
      writeSettings(tx, {
        mailServer: { ...mailServer, passwordSealed: null, from: "shop@corner.example" },
      }),
    );
    const mail = await aMail();
    expect(mail.status).toBe("queued");
    await sendMail(mail.id);
    expect(smtp.mails).toHaveLength(1);
  });

  it("keeps the password where it goes to the same place, and asks for it again elsewhere", async () => {
    await put({ user: "corner", password: "hunter2-smtp" });
    expect((await put({ user: "corner", from: "other@corner.example" })).data.password_set).toBe(true);
    expect((await put({ user: "corner", security: "tls" })).data.password_set).toBe(true);
    for (const change of [{ host: "evil.example.com" }, { port: 2525 }, { user: "somebody" }])
      expectRefusal(
        await put({ user: "corner", ...change }),
        400,
        "password: is required again, because the address has changed",
      );
    overrideConfig({ "mail.allowPrivateNetworks": "true" });
    expectRefusal(await put({ user: "corner", security: "none" }), 400, /^password: is required again/);
    expect(await read()).toMatchObject({ host: "smtp.example.com", user: "corner", security: "tls" });
    expect((await put({ user: "" })).data).toMatchObject({ user: null, password_set: false });
    expectRefusal(await put({ user: "corner" }), 400, "password: is required");
  });

  it("refuses hosts of the own network, hosts that are none and a log-in in clear", async () => {
    const hosts = [
      "localhost",
      "127.0.0.1",
      "10.0.0.5",
      "169.254.169.254",
      "::1",
      "::ffff:127.0.0.1",
      "2130706433",
      "mail.internal",
      "postgres",
    ];
    for (const host of hosts)
      expectRefusal(await put({ host }), 400, /^host: must be a public .*mail\.allow_private_networks/);
    for (const host of [
      "",
      "smtp.example.com:587",
      "smtp://smtp.example.com",
      "a b",
      "user@host.example",
      "::::",
    ])
      expectRefusal(await put({ host }), 400, /^host: /);
    expectRefusal(
      await put({ security: "none", user: "corner", password: "x" }),
      400,
      /^security: must be TLS/,
    );
    expectRefusal(await put({ port: 0 }), 400, /^port: /);
    expectRefusal(await put({ port: 65_536 }), 400, /^port: /);
    expectRefusal(await put({ from: "nobody" }), 400, /^from: /);
    expectRefusal(await put({ from: null }), 400, "from: is required");
    expect(await read()).toMatchObject({ source: "none", host: null });
  });

  it("checks where a name leads at every connect", async () => {
    await put({ host: "smtp.example.com", port: smtp.port, security: "none" });
    useResolver((_name, done) => done(null, [{ address: "127.0.0.1", family: 4 }]));
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({
      sent: false,
      problem: expect.stringContaining("leads to a private address"),
    });
    expect(smtp.mails).toEqual([]);
  });

  it("gives way to the configuration, which is shown and cannot be changed here", async () => {
    await put({ user: "corner", password: "hunter2-smtp" });
    overrideConfig({
      "mail.smtpUrl": smtp.url.replace("//", "//config%40user:config-password@"),
      "mail.from": "Config <config@shop.example>",
    });
    const shown = await staff.call<MailServerOut>(adminMailServer.getMailServer, "GET");
    expect(shown.data).toEqual({
      source: "configuration",
      host: "127.0.0.1",
      port: smtp.port,
      security: "offered",
      user: "config@user",
      password_set: true,
      from: "config@shop.example",
      from_fixed: true,
    });
    expect(shown.text).not.toContain("config-password");
    const fixed = /^This is set in the configuration/;
    expectRefusal(await put({}), 409, fixed, 40906);
    expectRefusal(await staff.call(adminMailServer.removeMailServer, "DELETE"), 409, fixed, 40906);
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({
      sent: true,
      problem: null,
    });
    expect(smtp.logins).toEqual([{ user: "config@user", password: "config-password" }]);
    expect(smtp.mails).toMatchObject([{ from: "config@shop.example" }]);
  });

  it("sends from the configuration's address alone where only that is named there", async () => {
    overrideConfig({ "mail.from": "config@shop.example" });
    await putLoopback({ from: null });
    expect(await read()).toMatchObject({ source: "admin", from: "config@shop.example", from_fixed: true });
    await staff.call(adminMails.sendTestMail, "POST");
    expect(smtp.mails).toMatchObject([{ from: "config@shop.example" }]);
  });

  it("is removed once: mails wait in the outbox again, also those that were on their way", async () => {
    await putLoopback();
    const mail = await aMail();
    expect((await staff.call<MailServerOut>(adminMailServer.removeMailServer, "DELETE")).data.source).toBe(
      "none",
    );
    expect(await lastAudit()).toMatchObject({ action: "mail_server.delete", data: { host: "127.0.0.1" } });
    await sendMail(mail.id);
    expect(await db().mail.findUnique({ where: { id: mail.id } })).toMatchObject({ status: "outbox" });
    expect((await aMail()).status).toBe("outbox");
    expectRefusal(
      await staff.call(adminMails.sendTestMail, "POST"),
      409,
      "No mail server is configured",
      40906,
    );
    const before = await db().auditLog.count();
    await staff.call(adminMailServer.removeMailServer, "DELETE");
    expect(await db().auditLog.count()).toBe(before);
  });

  it("keeps the shop open when its password cannot be opened", async () => {
    await put({ user: "corner", password: "hunter2-smtp" });
    const { value } = await db().setting.findUniqueOrThrow({ where: { key: "mailServer" } });
    const broken = { ...(value as object), passwordSealed: Buffer.from("of another key").toString("base64") };
    await db().setting.update({ where: { key: "mailServer" }, data: { value: broken } });
    forgetSettings();
    await refreshSettings();
    expect(await hasMailServer()).toBe(true);
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({ sent: false });
    const mail = await aMail();
    await expect(sendMail(mail.id)).rejects.toThrow();
    expect(await db().mail.findUnique({ where: { id: mail.id } })).toMatchObject({ attempts: 1 });
    expect((await read()).password_set).toBe(true);
  });

  it("is named by the command that looks for what is wrong", async () => {
    const mailCheck = async () => (await diagnose()).find(({ check }) => check === "mail");
    expect(await mailCheck()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("Mails → Mail server"),
    });
    await putLoopback();
    expect(await mailCheck()).toMatchObject({ ok: true });
    await putLoopback({ port: 1 });
    expect(await mailCheck()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("the mail server in the admin"),
    });
  });
});
