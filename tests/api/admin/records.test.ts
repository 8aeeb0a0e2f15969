import { describe, expect, it } from "vitest";
import { operations as adminAlerts } from "@/app/api/v1/admin/alerts/[[...path]]/route";
import { operations as adminMails } from "@/app/api/v1/admin/mails/[[...path]]/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { raiseAlert } from "@/lib/notifications/alerts/raise-alert";
import { queueMail } from "@/lib/notifications/mails/queue-mail";
import { aLoggedInAdmin, jobsOf } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const delivered: Parameters<typeof queueMail>[1] = {
  kind: "order_delivered",
  to: "ada@example.com",
  locale: "en",
  data: {
    receipt: {
      orderNo: "K0000000000000000",
      currency: "USD",
      originalAmount: "9.90",
      reductions: [],
      amount: "9.90",
    },
    lines: [{ title: "Atlas", skuName: null, quantity: 1, secrets: ["KEY-CANARY-1"], instructions: null }],
    giftTo: null,
    url: "https://shop.example.com/x",
    receiptUrl: "https://shop.example.com/x/receipt",
  },
  reference: "K0000000000000000",
};

describe("/api/v1/admin/mails", () => {
  it("lists the outbox without what the mails say, and reads one with an audit line", async () => {
    const { headers } = await aLoggedInAdmin();
    await inTransaction((tx) => queueMail(tx, delivered));
    const list = await call<{ mails: { id: number; status: string }[] }>(adminMails.listMails, "GET", {
      headers,
      path: "/x?search=ADA",
    });
    expect(list.data.mails).toMatchObject([
      { kind: "order_delivered", status: "outbox", recipient: "ada@example.com" },
    ]);
    expect(list.text).not.toContain("CANARY");
    const params = { id: String(list.data.mails[0]?.id) };
    const one = await call<{ text: string; html: string }>(adminMails.readMail, "GET", { headers, params });
    expect(one.data.text).toContain("KEY-CANARY-1");
    expect(one.data.html).toContain("KEY-CANARY-1");
    expect(await db().auditLog.findFirst({ where: { action: "mail.read" } })).toMatchObject({
      target: `mail:${params.id}`,
    });
    expect(
      (await call(adminMails.listMails, "GET", { headers, path: "/x?search=K0000000000000000" })).data,
    ).toMatchObject({
      total: 1,
    });
    expect((await call(adminMails.listMails, "GET", { headers, path: "/x?status=sent" })).data).toMatchObject(
      { total: 0 },
    );
  });

  it("counts to 10,000 and shows no row behind that, so that a list of millions stays as quick as a short one", async () => {
    const { headers } = await aLoggedInAdmin();
    await inTransaction((tx) => queueMail(tx, delivered));
    await db().$executeRaw`
      INSERT INTO mails (id, kind, recipient, subject, text_sealed, html_sealed, status, dedupe_key)
      SELECT 1000 + n, 'order_refunded', 'bo@example.com', 'x', '', '', 'sent', n::text FROM generate_series(1, 10001) AS n`;
    const list = async (query: string) => {
      const { data } = await call<{ mails: unknown[]; total: number; is_total_capped: boolean }>(
        adminMails.listMails,
        "GET",
        {
          headers,
          path: `/x?per_page=100&${query}`,
        },
      );
      return [data.mails.length, data.total, data.is_total_capped];
    };
    expect(await list("page=1")).toEqual([100, 10_000, true]);
    expect(await list("page=100")).toEqual([100, 10_000, true]);
    expect(await list("page=101")).toEqual([0, 10_000, true]);
    expect(await list("kind=order_delivered")).toEqual([1, 1, false]);
    await db().mail.delete({ where: { id: 1001 } });
    expect(await list("kind=order_refunded")).toEqual([100, 10_000, false]);
  });

  it("shows one-time codes to owners only: they open accounts", async () => {
    const data = { purpose: "reset", code: "042917", minutes: 10, hasAccount: true } as const;
    await inTransaction((tx) => queueMail(tx, { kind: "code", to: "ada@example.com", locale: "en", data }));
    const { id } = await db().mail.findFirstOrThrow();
    const read = async (role: "owner" | "manager" | "viewer") => {
      const { headers } = await aLoggedInAdmin({ role });
      return (await call(adminMails.readMail, "GET", { headers, params: { id: String(id) } })).status;
    };
    expect([await read("owner"), await read("manager"), await read("viewer")]).toEqual([200, 403, 403]);
  });

  it("stores the bodies sealed and bound to their row [A22]", async () => {
    await inTransaction((tx) => queueMail(tx, delivered));
    await inTransaction((tx) => queueMail(tx, delivered));
    const [dump] = await db().$queryRaw<
      { text: string }[]
    >`SELECT string_agg(m::text, ' ') AS text FROM mails m`;
    expect(dump?.text).not.toContain(Buffer.from("KEY-CANARY").toString("hex"));
    await db().$executeRaw`UPDATE mails a SET text_sealed = b.text_sealed FROM mails b WHERE a.id <> b.id`;
    const { headers } = await aLoggedInAdmin();
    const { id } = await db().mail.findFirstOrThrow();
    expect((await call(adminMails.readMail, "GET", { headers, params: { id: String(id) } })).status).toBe(
      500,
    );
  });

  it("sends again when there is a server to send with", async () => {
    const { headers } = await aLoggedInAdmin();
    await inTransaction((tx) => queueMail(tx, delivered));
    const { id } = await db().mail.findFirstOrThrow();
    const params = { id: String(id) };
    expect((await call(adminMails.resendMail, "POST", { headers, params })).json.status_code).toBe(40906);
    overrideConfig({ "mail.smtpUrl": "smtp://127.0.0.1:2525" });
    expect((await call(adminMails.resendMail, "POST", { headers, params })).data).toMatchObject({
      status: "queued",
    });
    expect(await jobsOf("mail.send")).toEqual([{ mailId: id }]);
    expect((await call(adminMails.resendMail, "POST", { headers, params: { id: "999999" } })).status).toBe(
      404,
    );
  });
});

describe("/api/v1/admin/alerts", () => {
  it("counts a repeated alert in one row, resolves it, and opens it again when it recurs", async () => {
    const { headers } = await aLoggedInAdmin();
    const news = { kind: "payment.refused", data: { paymentNo: "P1", reason: "amount" }, reference: "P1" };
    for (let i = 0; i < 3; i++) await inTransaction((tx) => raiseAlert(tx, news));
    const list = await call<{ alerts: { id: number }[] }>(adminAlerts.listAlerts, "GET", { headers });
    expect(list.data).toMatchObject({
      open: 1,
      total: 1,
      alerts: [{ kind: "payment.refused", count: 3, resolved_at: null }],
    });
    const params = { id: String(list.data.alerts[0]?.id) };
    expect((await call(adminAlerts.resolveAlert, "POST", { headers, params })).data).toMatchObject({
      resolved_at: expect.any(String),
    });
    expect((await call(adminAlerts.listAlerts, "GET", { headers })).data).toMatchObject({
      open: 0,
      total: 0,
    });
    expect(
      (await call(adminAlerts.listAlerts, "GET", { headers, path: "/x?state=resolved" })).data,
    ).toMatchObject({
      total: 1,
    });
    expect((await call(adminAlerts.reopenAlert, "POST", { headers, params })).data).toMatchObject({
      resolved_at: null,
    });
    expect((await call(adminAlerts.listAlerts, "GET", { headers })).data).toMatchObject({ open: 1 });
    await call(adminAlerts.resolveAlert, "POST", { headers, params });
    await inTransaction((tx) => raiseAlert(tx, news));
    expect((await call(adminAlerts.listAlerts, "GET", { headers })).data).toMatchObject({ open: 1 });
    expect((await call(adminAlerts.resolveAlert, "POST", { headers, params: { id: "999999" } })).status).toBe(
      404,
    );
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    expect((await call(adminAlerts.resolveAlert, "POST", { headers: viewer.headers, params })).status).toBe(
      403,
    );
    expect((await call(adminAlerts.reopenAlert, "POST", { headers: viewer.headers, params })).status).toBe(
      403,
    );
  });
});
