import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminLicenses } from "@/app/api/v1/admin/licenses/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import * as freed from "@/app/api/v1/guest/orders/[order_no]/licenses/[license_id]/devices/[device_id]/route";
import * as ofOrder from "@/app/api/v1/guest/orders/[order_no]/licenses/route";
import * as one from "@/app/api/v1/licenses/[license_id]/route";
import * as activating from "@/app/api/v1/licenses/activate/route";
import * as deactivating from "@/app/api/v1/licenses/deactivate/route";
import * as heartbeat from "@/app/api/v1/licenses/heartbeat/route";
import * as jwks from "@/app/api/v1/licenses/jwks.json/route";
import * as revocations from "@/app/api/v1/licenses/revocations.jwt/route";
import * as validating from "@/app/api/v1/licenses/validate/route";
import { verify } from "@/docs/licenses/verify";
import { now, secondsFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type {
  Activation,
  AdminLicenseList,
  LicenseView,
  OwnLicense,
  OwnLicenseList,
} from "@/lib/licenses/schema";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { order, readOrder } from "../support/builders/guest-orders";
import { pay } from "../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../support/builders/products";
import { audits, expectStaffOnly, staffOfTest } from "../support/harness/admin-suite";
import { call } from "../support/harness/call";
import { expectRefusal } from "../support/harness/public-suite";
import { isLong } from "../support/harness/tier";

const staff = staffOfTest("manager");
const seats = isLong ? 10_000 : 1_000;
const atlas = { product: "atlas", plan: "studio", entitlements: ["export"], devices: 3, valid_days: 365 };
const seconds = () => Math.floor(now().getTime() / 1000);

async function anOption(settings: object = atlas) {
  const { sku } = await aProduct({ kind: "text" });
  await db().sku.update({ where: { id: sku.id }, data: { contentSealed: null } });
  const saved = await staff.call(adminSkus.saveDelivery, "PUT", {
    params: { id: String(sku.id) },
    body: { settings: { license: settings } },
  });
  expect(saved.status, saved.text).toBe(200);
  return sku;
}

/** Bought by a guest and delivered with the payment. */
async function aSale(settings: object = atlas, quantity = 1) {
  const { data } = await order(await anOption(settings), { quantity });
  const { order_no: orderNo, guest_token: token } = data;
  const { id } = await db().order.findUniqueOrThrow({ where: { orderNo } });
  await pay(id);
  const { data: detail } = await readOrder(orderNo, token);
  const keys = detail.fulfillment.payload?.split("\n") ?? [];
  return { orderId: id, orderNo, token, detail, keys, key: keys[0] ?? "" };
}

const post = <T>(handler: typeof activating.POST, key: string, fingerprint?: string, more: object = {}) =>
  call<T>(handler, "POST", { body: { license_key: key, ...(fingerprint ? { fingerprint } : {}), ...more } });
const activate = (key: string, fingerprint: string, more: object = {}) =>
  post<Activation>(activating.POST, key, fingerprint, more);
const validate = (key: string, fingerprint?: string) =>
  post<{ valid: boolean; reason: string | null; license: LicenseView }>(validating.POST, key, fingerprint);

const device = (n: number) => `device-${String(n).padStart(4, "0")}`;

/** As the seller's software checks a file, with what the shop publishes. */
async function check(file: string, fingerprint: string, at = seconds()): Promise<string> {
  const keys = await call(jwks.GET, "GET");
  expect(keys.headers.get("content-type")).toBe("application/jwk-set+json");
  const list = await call(revocations.GET, "GET");
  return verify(file, JSON.parse(keys.text), list.text, fingerprint, at);
}

describe("licenses", () => {
  beforeEach(() => () => testClock.reset());

  it("are made with the payment, one for each unit, and their keys are the payload", async () => {
    const { keys, detail, orderId } = await aSale({ ...atlas, prefix: "ATLAS" }, 2);
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key).toMatch(/^ATLAS(-[2-9A-HJ-NP-Z]{5}){5}$/);
    expect(new Set(keys).size).toBe(2);
    expect(detail).toMatchObject({ status: "delivered", items: [{ delivers: ["license"] }] });
    await pay(orderId).catch(() => undefined);
    expect(await db().license.count()).toBe(2);
    const stored = await db().license.findMany({ omit: { keySealed: false } });
    for (const { keySealed } of stored) expect(Buffer.from(keySealed).toString()).not.toContain("ATLAS");
  });

  it("twenty activations at once of a license for three devices give three", async () => {
    const { key } = await aSale();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => activate(key, device(n))));
    const [done, refused] = [200, 409].map((code) => answers.filter(({ status }) => status === code));
    expect([done?.length, refused?.length]).toEqual([3, 17]);
    for (const { headers } of refused ?? []) expect(headers.get("x-error-rule")).toBe("license_full");
    expect(await db().licenseDevice.count()).toBe(3);
    expect(Math.max(...(done ?? []).map(({ data }) => data.license.devices_used))).toBe(3);
  });

  it("the same device twenty times at once is one activation, however the key is typed", async () => {
    const { key } = await aSale({ ...atlas, devices: 1 });
    const typed = ` ${key.toLowerCase().replaceAll("-", " ")}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => activate(n % 2 ? typed : key, device(1), { name: "Desk" })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ data }) => data.device.id)).size).toBe(1);
    expectRefusal(await activate(key, device(2)), 409, /used on 1 devices/, 40906);
    const gone = await post(deactivating.POST, key, device(1));
    expect(gone.data).toMatchObject({ deactivated: true, license: { devices_used: 0 } });
    expect((await post(deactivating.POST, key, device(1))).data).toMatchObject({ deactivated: false });
    expect((await activate(key, device(2))).status).toBe(200);
    expect((await validate(key, device(1))).data).toMatchObject({ valid: false, reason: "not_activated" });
  });

  it("gives a floating seat back when nobody is heard of for the time of its lease", async () => {
    const { key } = await aSale({ ...atlas, devices: 1, lease_minutes: 10 });
    const { data } = await activate(key, device(1));
    expect(await check(data.license_file, device(1))).toBe("ok");
    expectRefusal(await post(heartbeat.POST, key, device(2)), 409, "This device is not activated", 40906);
    testClock.advance(9 * 60);
    expect((await post(heartbeat.POST, key, device(1))).status).toBe(200);
    testClock.advance(9 * 60);
    expect((await activate(key, device(2))).status).toBe(409);
    testClock.advance(2 * 60);
    expect((await validate(key, device(1))).data).toMatchObject({ valid: false, reason: "lease_ended" });
    expect(await check(data.license_file, device(1))).toBe("expired");
    const { data: list } = await staff.call<AdminLicenseList>(adminLicenses.listLicenses, "GET");
    expect(list.licenses).toMatchObject([{ devices_used: 0, devices: [] }]);
    expect((await activate(key, device(2))).status).toBe(200);
    expect((await post(heartbeat.POST, key, device(1))).status).toBe(409);
  });

  it("answers each of many questions that come at once, of several licenses and devices", async () => {
    const { keys } = await aSale(atlas, 6);
    for (const [n, key] of keys.entries()) if (n % 2 === 0) await activate(key, device(n));
    const questions = keys.flatMap((key) => keys.map((_, n) => ({ key, n })));
    const answers = await Promise.all([
      ...questions.map(({ key, n }) => validate(key, device(n))),
      validate("ATLAS-UNKNOWN-KEY"),
    ]);
    expect(answers.pop()?.status).toBe(404);
    for (const [place, { key, n }] of questions.entries()) {
      const isOn = n % 2 === 0 && keys.indexOf(key) === n;
      expect(answers[place]?.data).toMatchObject({
        valid: isOn,
        reason: isOn ? null : "not_activated",
        license: { devices_used: keys.indexOf(key) % 2 === 0 ? 1 : 0 },
      });
    }
  });

  it(`count ${seats} seats without a list of them`, async () => {
    const { key } = await aSale({ ...atlas, devices: seats, lease_minutes: 10 });
    const { id: licenseId } = await db().license.findFirstOrThrow();
    const [at, lapsed] = [new Date(), new Date(Date.now() - 1_000)];
    const seat = (n: number) => ({
      fingerprint: `seat-${n}`,
      leaseEndsAt: n <= seats ? secondsFromNow(600) : lapsed,
    });
    const data = Array.from({ length: seats + 50 }, (_, n) => ({
      licenseId,
      activatedAt: at,
      lastSeenAt: at,
      ...seat(n + 2),
    }));
    await db().licenseDevice.createMany({ data });
    expect((await activate(key, device(1))).data.license.devices_used).toBe(seats);
    expect((await activate(key, device(2))).status).toBe(409);
    expect((await activate(key, device(1))).data.license.devices_used).toBe(seats);
    const { data: list } = await staff.call<AdminLicenseList>(adminLicenses.listLicenses, "GET");
    expect(list.licenses[0]).toMatchObject({ devices_used: seats });
    expect(list.licenses[0]?.devices).toHaveLength(100);
    expect(
      (await post<{ license: LicenseView }>(deactivating.POST, key, device(1))).data.license.devices_used,
    ).toBe(seats - 1);
  });

  it("are checked without network, also after the shop has a new signing key", async () => {
    const { key } = await aSale();
    const { data: first } = await activate(key, device(1));
    const rotated = await staff.call<{ kid: string }>(adminLicenses.rotateSigningKey, "POST");
    const { data: second } = await post<Activation>(heartbeat.POST, key, device(1));
    const header = JSON.parse(Buffer.from(second.license_file.split(".")[0] ?? "", "base64url").toString());
    expect(header).toEqual({ alg: "EdDSA", kid: rotated.data.kid, typ: "license+jwt" });
    for (const { license_file: file } of [first, second]) {
      expect(await check(file, device(1))).toBe("ok");
      expect(await check(file, device(2))).toBe("other_device");
      expect(await check(`${file.slice(0, -8)}AAAAAAAA`, device(1))).toBe("forged");
      expect(await check(file, device(1), seconds() - 3600)).toBe("clock_set_back");
      expect(await check(file, device(1), seconds() + 31 * 86_400)).toBe("expired");
    }
  });

  it("are signed by no key of before once those are withdrawn", async () => {
    const { key } = await aSale();
    const { data: first } = await activate(key, device(1));
    await staff.call(adminLicenses.rotateSigningKey, "POST");
    const { data: second } = await post<Activation>(heartbeat.POST, key, device(1));
    const withdrawn = await staff.call<{ kid: string }>(adminLicenses.rotateSigningKey, "POST", {
      body: { withdraw: true },
    });
    const published = JSON.parse((await call(jwks.GET, "GET")).text) as { keys: { kid: string }[] };
    expect(published.keys.map(({ kid }) => kid)).toEqual([withdrawn.data.kid]);
    const { data: third } = await post<Activation>(heartbeat.POST, key, device(1));
    for (const { license_file: file } of [first, second]) expect(await check(file, device(1))).toBe("forged");
    expect(await check(third.license_file, device(1))).toBe("ok");
    expect((await audits()).at(-1)).toMatchObject({
      action: "license.withdraw_keys",
      target: `license_key:${withdrawn.data.kid}`,
    });
  });

  it("end when their order is refunded, and the signed list names them", async () => {
    const { key, orderNo } = await aSale();
    const { data } = await activate(key, device(1));
    const request = { orderNo, amountCents: 990n, method: "manual", reason: null, keys: "withdraw" } as const;
    await refundOrder(await anAdmin(), aClient(), request);
    expect(await check(data.license_file, device(1))).toBe("revoked");
    expect((await validate(key, device(1))).data).toMatchObject({ valid: false, reason: "revoked" });
    expectRefusal(await activate(key, device(2)), 409, "This license was revoked", 40906);
  });

  it("are seen by their buyer, who frees a device; another order is not found", async () => {
    const { key, orderNo, token } = await aSale({ ...atlas, devices: 1 });
    const other = await aSale();
    await activate(key, device(1), { name: "Studio Mac", platform: "macOS 16" });
    const at = (params: Record<string, string>, bearer = token) => ({ params, token: bearer });
    const { data } = await call<{ licenses: OwnLicense[] }>(ofOrder.GET, "GET", at({ order_no: orderNo }));
    const [license] = data.licenses;
    expect(license).toMatchObject({ product: "atlas", devices: [{ name: "Studio Mac" }] });
    const place = { license_id: license?.id ?? "", device_id: String(license?.devices[0]?.id) };
    const foreign = await call(
      freed.DELETE,
      "DELETE",
      at({ ...place, order_no: other.orderNo }, other.token),
    );
    expect([foreign.status, await db().licenseDevice.count()]).toEqual([404, 1]);
    expect((await call(ofOrder.GET, "GET", at({ order_no: orderNo }, other.token))).status).toBe(404);
    expect((await call(freed.DELETE, "DELETE", at({ ...place, order_no: orderNo }))).status).toBe(200);
    expect((await activate(key, device(2))).status).toBe(200);
    const shown = await call<LicenseView>(one.GET, "GET", { params: { license_id: license?.id ?? "" } });
    expect(shown.data).toMatchObject({ status: "active", devices_used: 1 });
    expect(shown.text).not.toContain(key);
    expect((await activate("WRONG-KEY", device(1))).status).toBe(404);
  });

  it("are listed in pages to the buyer of very many", async () => {
    const { orderNo, token } = await aSale({ product: "atlas" }, 250);
    const page = async (query: string) =>
      (
        await call<OwnLicenseList>(ofOrder.GET, "GET", {
          path: `/x?${query}`,
          params: { order_no: orderNo },
          ...(token ? { token } : {}),
        })
      ).data;
    const first = await page("");
    expect([first.licenses.length, first.total]).toEqual([200, 250]);
    const second = await page("page=2");
    expect(new Set([...first.licenses, ...second.licenses].map(({ id }) => id)).size).toBe(250);
  });

  it("are found by staff, renewed with the same key, revoked and restored, each with its audit entry", async () => {
    await expectStaffOnly(adminLicenses.listLicenses, "GET", {}, null);
    const { key, orderNo } = await aSale();
    await aSale();
    const find = async (search: string) =>
      (await staff.call<AdminLicenseList>(adminLicenses.listLicenses, "GET", { path: `/x?search=${search}` }))
        .data.licenses;
    const [license] = await find(encodeURIComponent(key));
    expect(await find(orderNo)).toEqual([license]);
    const params = { license_id: license?.id ?? "" };
    const change = (body: object) => staff.call(adminLicenses.changeLicense, "PATCH", { params, body });
    await change({ expires_at: "2020-01-01T00:00:00Z" });
    expectRefusal(await activate(key, device(1)), 409, "This license has expired", 40906);
    await change({ expires_at: null });
    expect((await activate(key, device(1))).status).toBe(200);
    await change({ revoked: true });
    expect((await validate(key)).data).toMatchObject({ valid: false, reason: "revoked" });
    await change({ revoked: false });
    expect((await validate(key)).data).toMatchObject({ valid: true, license: { expires_at: null } });
    expect((await audits()).filter(({ action }) => action === "license.update")).toHaveLength(4);
  });

  it("refuse an option whose keys could be guessed, and stop with the option", async () => {
    const { sku } = await aProduct({ kind: "text" });
    const params = { id: String(sku.id) };
    const save = (license: object | null) =>
      staff.call(adminSkus.saveDelivery, "PUT", { params, body: { settings: { license } } });
    const weak = await save({ ...atlas, alphabet: "ABCDEFGH", length: 12 });
    expectRefusal(weak, 400, /^settings\.license\.length: .*can be guessed/);
    await save(atlas);
    expect(await db().sku.findUnique({ where: { id: sku.id } })).toMatchObject({ fulfillers: ["license"] });
    await db().sku.update({ where: { id: sku.id }, data: { contentSealed: new Uint8Array([1]) } });
    await save(null);
    expect(await db().sku.findUnique({ where: { id: sku.id } })).toMatchObject({ fulfillers: [] });
  });
});
