import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { operations as adminMailServer } from "@/app/api/v1/admin/mail-server/[[...path]]/route";
import { operations as adminMails } from "@/app/api/v1/admin/mails/[[...path]]/route";
import { closeMailTransport } from "@/lib/notifications/mails/mail-transport";
import { readFirstSteps } from "@/lib/operations/first-steps";
import { anAdmin } from "../../support/builders/products";
import { startMailServer } from "../../support/fakes/mail-server";
import { staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

let smtp: Awaited<ReturnType<typeof startMailServer>>;
const staff = staffOfTest("owner");

beforeAll(async () => {
  smtp = await startMailServer();
});
afterEach(closeMailTransport);
afterAll(() => smtp.stop());

const healthOf = async () => (await staff.call(adminMails.getMailHealth, "GET")).data;

async function putLoopback(port: number): Promise<void> {
  overrideConfig({ "mail.allowPrivateNetworks": "true" });
  const seen = (await staff.call(adminMailServer.getMailServer, "GET")).data;
  const server = { host: "127.0.0.1", port, security: "none", from: "shop@corner.example" };
  const { status, text } = await staff.call(adminMailServer.saveMailServer, "PUT", {
    body: { ...server, seen },
  });
  expect(status, text).toBe(200);
}

describe("what is known of a mail server", () => {
  it("is nothing before a first mail, a test is one, and nothing again of another server [C84]", async () => {
    expect(await healthOf()).toMatchObject({ state: "none", tried_at: null });
    await putLoopback(1);
    expect(await healthOf()).toMatchObject({ state: "untried", tried_at: null });
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({ sent: false });
    expect(await healthOf()).toMatchObject({
      state: "refuses",
      tried_at: expect.any(String),
      last_error: expect.stringContaining("ECONNREFUSED"),
    });
    await putLoopback(smtp.port);
    expect(await healthOf()).toMatchObject({ state: "untried", last_error: null });
    expect((await readFirstSteps(await anAdmin())).mail).toBe(false);
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({ sent: true });
    expect(await healthOf()).toMatchObject({
      state: "takes",
      tried_at: expect.any(String),
      last_error: null,
    });
    expect((await readFirstSteps(await anAdmin())).mail).toBe(true);
  });
});
