import { describe, expect, it } from "vitest";
import { operations as adminAudit } from "@/app/api/v1/admin/audit/[[...path]]/route";
import { auditGenesis, unsignedDigest } from "@/lib/acts/audit-chain";
import { recordAudit, signAuditLog } from "@/lib/acts/record-audit";
import { verifyAudit } from "@/lib/acts/verify-audit";
import { addSeconds, now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { aClient, anAdmin } from "../../support/builders/products";
import { call } from "../../support/harness/call";

describe("/api/v1/admin/audit", () => {
  async function write(count: number): Promise<void> {
    const actor = await anAdmin();
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        inTransaction((tx) =>
          recordAudit(tx, actor, aClient(), {
            action: "product.update",
            target: `product:${n}`,
            data: { b: 1, a: { d: [1, null], c: "ü" } },
          }),
        ),
      ),
    );
  }

  const behindItsBack = async (...statements: string[]) => {
    await db().$executeRawUnsafe("ALTER TABLE audit_logs DISABLE TRIGGER USER");
    for (const statement of statements) await db().$executeRawUnsafe(statement);
    await db().$executeRawUnsafe("ALTER TABLE audit_logs ENABLE TRIGGER USER");
  };
  const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString("hex")}'`;

  /** Does what somebody with the database and the source, but without the key, can do. */
  async function rewriteChain(first = 0): Promise<string[]> {
    const rows = await db().auditLog.findMany({ orderBy: { id: "asc" } });
    let previous: Uint8Array = first === 0 ? auditGenesis : (rows[first - 1]?.hash ?? auditGenesis);
    return rows.slice(first).map((row) => {
      const prevHash = previous;
      previous = unsignedDigest(prevHash, row);
      return `UPDATE audit_logs SET prev_hash = ${hex(prevHash)}, hash = ${hex(previous)} WHERE id = ${row.id}`;
    });
  }

  it("parallel writers make one unbroken chain [A25]", async () => {
    await write(12);
    const { headers } = await aLoggedInAdmin();
    expect((await call(adminAudit.verifyAudit, "GET", { headers })).data).toMatchObject({
      intact: true,
      checked: 12,
      broken_at: null,
      reason: null,
    });
    const list = await call<{ entries: unknown[] }>(adminAudit.listAudit, "GET", {
      headers,
      path: "/x?action=product&target=product:3",
    });
    expect(list.data).toMatchObject({
      total: 1,
      entries: [{ action: "product.update", data: { a: { c: "ü", d: [1, null] }, b: 1 } }],
    });
  });

  it("is searched by who, from where, when and what about", async () => {
    await write(1);
    await inTransaction(async (tx) => {
      const act = { target: "mail_server", data: {} } as const;
      await recordAudit(tx, "system", { ...aClient(), ip: "198.51.100.9" }, { action: "mail.read", ...act });
      await recordAudit(tx, "system", aClient(), { action: "mail_server.update", ...act });
    });
    const { headers } = await aLoggedInAdmin();
    const actions = async (query: string) =>
      (
        await call<{ entries: { action: string }[] }>(adminAudit.listAudit, "GET", {
          headers,
          path: `/x?${query}`,
        })
      ).data.entries.map(({ action }) => action);
    expect(await actions("search=198.51.")).toEqual(["mail.read"]);
    expect(await actions("search=SYSTEM")).toEqual(["mail_server.update", "mail.read"]);
    expect(await actions("action=mail")).toEqual(["mail.read"]);
    expect(await actions("action=mail_server.up")).toEqual(["mail_server.update"]);
    const tomorrow = addSeconds(now(), 86_400).toISOString();
    expect(await actions(`from=${tomorrow}`)).toEqual([]);
    expect(await actions(`to=${tomorrow}&action=product`)).toEqual(["product.update"]);
  });

  it("the database refuses to change or remove a row [A25]", async () => {
    await write(2);
    await expect(db().auditLog.updateMany({ data: { actor: "nobody" } })).rejects.toThrow();
    await expect(db().auditLog.deleteMany()).rejects.toThrow();
    expect(await db().auditLog.count()).toBe(2);
  });

  it("the verifier finds a row that was edited behind the database's back, and one that is missing [A25]", async () => {
    const { headers } = await aLoggedInAdmin();
    await write(5);
    const ids = (await db().auditLog.findMany({ orderBy: { id: "asc" } })).map((row) => row.id);
    await behindItsBack(`UPDATE audit_logs SET target = 'product:77' WHERE id = ${ids[2]}`);
    expect((await call(adminAudit.verifyAudit, "GET", { headers })).data).toMatchObject({
      intact: false,
      checked: 2,
      broken_at: ids[2],
    });
    await behindItsBack(`DELETE FROM audit_logs WHERE id = ${ids[1]}`);
    expect((await call(adminAudit.verifyAudit, "GET", { headers })).data).toMatchObject({
      intact: false,
      checked: 1,
      broken_at: ids[2],
    });
  });

  it("the verifier finds a chain whose hashes were all computed again [A25]", async () => {
    await write(5);
    const first = await db().auditLog.findFirstOrThrow({ orderBy: { id: "asc" } });
    await behindItsBack(`UPDATE audit_logs SET target = 'product:77' WHERE id = ${first.id}`);
    await behindItsBack(...(await rewriteChain()));
    expect(await verifyAudit()).toMatchObject({ intact: false, broken_at: first.id, reason: "entry" });
    await db().auditHead.deleteMany();
    expect(await verifyAudit()).toMatchObject({ intact: false, checked: 5, reason: "unsigned" });
  });

  it("the verifier finds that the last rows were cut off, also after the shop wrote on [A25]", async () => {
    await write(5);
    const last = await db().auditLog.findFirstOrThrow({ orderBy: { id: "desc" } });
    await behindItsBack(`DELETE FROM audit_logs WHERE id > ${last.id - 2}`);
    expect(await verifyAudit()).toMatchObject({ intact: false, broken_at: last.id, reason: "end" });
    await write(2);
    expect(await verifyAudit()).toMatchObject({
      intact: false,
      checked: 5,
      broken_at: last.id,
      reason: "end",
    });
  });

  it("the verifier finds a signed end that somebody else wrote [A25]", async () => {
    await write(3);
    const last = await db().auditLog.findFirstOrThrow({ orderBy: { id: "desc" } });
    await behindItsBack(`DELETE FROM audit_logs WHERE id = ${last.id}`);
    await db().auditHead.updateMany({ data: { count: 2, lastId: last.id - 1 } });
    expect(await verifyAudit()).toMatchObject({ intact: false, checked: 2, reason: "end" });
  });

  it("goes on after rows from before the chain had a key, and says from where it is signed [A25]", async () => {
    await write(4);
    await behindItsBack(...(await rewriteChain()));
    await db().auditHead.deleteMany();
    expect(await verifyAudit()).toMatchObject({ reason: "unsigned", checked: 4, signed_from: null });
    await signAuditLog();
    await signAuditLog();
    await write(2);
    const signed = await db().auditLog.findMany({ where: { action: "audit.sign" } });
    expect(signed).toMatchObject([{ data: { entries: 4 } }]);
    expect(await verifyAudit()).toEqual({
      intact: true,
      checked: 7,
      broken_at: null,
      reason: null,
      signed_from: signed[0]?.id,
    });
  });

  it.each(["audit_logs", "ledger_entries", "ledger_transfers"])(
    "the database refuses to empty %s",
    async (table) => {
      await expect(db().$executeRawUnsafe(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/append-only/);
    },
  );

  it("is for owners", async () => {
    const { headers } = await aLoggedInAdmin({ role: "manager" });
    expect((await call(adminAudit.listAudit, "GET", { headers })).status).toBe(403);
    expect((await call(adminAudit.verifyAudit, "GET", { headers })).status).toBe(403);
  });
});
