import { z } from "zod";
import { refusal, rule } from "../core/refusals/refusal";
import { shapedAs } from "../core/shaped-text";
import { idText, pageOut, pageQuery, plainText, seenIn, timeIn, timeOut } from "../core/wire";

/** Without 0, 1, I and O, which people mistake for one another. */
export const defaultAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Nobody finds a key of so many random bits by trying. */
export const leastKeyBits = 64;

const keyFormat = {
  alphabet: z
    .string()
    .check(...shapedAs(/^[0-9A-Z]{8,36}$/, rule("license_alphabet")))
    .refine((text) => new Set(text).size === text.length, { error: rule("license_alphabet") })
    .default(defaultAlphabet),
  /** With the check character at the end, without dashes. */
  length: z.int().min(12).max(64).default(25),
  /** Characters between two dashes; 0 has no dashes. */
  group: z.int().min(0).max(32).default(5),
  prefix: z
    .string()
    .check(...shapedAs(/^[0-9A-Z]{0,12}$/, rule("license_prefix")))
    .default(""),
};
export type KeyFormat = { alphabet: string; length: number; group: number; prefix: string };

/** Settings of an option for the licenses that it sells. */
export const licenseSettings = z
  .object({
    ...keyFormat,
    /** Name that the software checks, apart from the option's name. */
    product: plainText(80, 1),
    plan: plainText(80).default(""),
    entitlements: z.array(plainText(60, 1)).max(50).default([]),
    devices: z.int().min(1).max(10_000).default(1),
    /** A floating license: `devices` may use it at the same time, and each seat is leased for so long. */
    lease_minutes: z.int().min(1).max(43_200).nullable().default(null),
    /** Null never ends. */
    valid_days: z.int().min(1).max(36_500).nullable().default(null),
    offline_days: z.int().min(1).max(366).default(30),
  })
  .refine(({ alphabet, length }) => (length - 1) * Math.log2(alphabet.length) >= leastKeyBits, {
    path: ["length"],
    error: rule(refusal("license_key_weak", { bits: leastKeyBits })),
  });
export type LicenseSettings = z.output<typeof licenseSettings>;

const licenseKey = z.string().trim().min(1).max(200);
const fingerprint = plainText(200, 8);

export const activateBody = z.object({
  license_key: licenseKey,
  /** Names the device; the same again is the same activation. */
  fingerprint,
  name: plainText(80).default(""),
  platform: plainText(40).default(""),
});
export type ActivateBody = z.output<typeof activateBody>;
export const deviceBody = z.object({ license_key: licenseKey, fingerprint });
export const validateBody = z.object({ license_key: licenseKey, fingerprint: fingerprint.optional() });

export const invalidReasons = ["expired", "revoked", "not_activated", "lease_ended"] as const;

export const licenseStatuses = ["active", "expired", "revoked"] as const;

const claims = {
  id: z.string(),
  status: z.enum(licenseStatuses),
  product: z.string(),
  plan: z.string(),
  entitlements: z.array(z.string()),
  max_devices: z.int(),
  /** Lease of a floating license; null where a device keeps its place until it is freed. */
  lease_minutes: z.int().nullable(),
  expires_at: timeOut.nullable(),
};
export const license = z.object({ ...claims, devices_used: z.int() });
export type LicenseView = z.infer<typeof license>;

const device = z.object({
  id: z.int(),
  name: z.string(),
  platform: z.string(),
  activated_at: timeOut,
  last_seen_at: timeOut,
  lease_ends_at: timeOut.nullable(),
});
export type DeviceView = z.infer<typeof device>;

/** `license_file` is a compact JWS that the software can check without network until it ends. */
export const activation = z.object({
  license,
  device,
  license_file: z.string(),
  server_time: timeOut,
});
export type Activation = z.infer<typeof activation>;
export const validation = z.object({
  valid: z.boolean(),
  reason: z.enum(invalidReasons).nullable(),
  license,
  server_time: timeOut,
});
export const deactivation = z.object({ deactivated: z.boolean(), license });

export const licenseParams = z.object({ license_id: z.string().max(40) });
export const licenseDeviceParams = z.object({ license_id: z.string().max(40), device_id: idText });
export const orderLicenseParams = z.object({ order_no: z.string().max(40) });
export const orderDeviceParams = orderLicenseParams.extend({
  license_id: z.string().max(40),
  device_id: idText,
});

/** As its buyer sees it, with the first hundred devices. */
const ownLicense = z.object({
  ...claims,
  /** Product by the name that its buyer saw. */
  title: z.string(),
  devices_used: z.int(),
  devices: z.array(device),
});
export type OwnLicense = z.infer<typeof ownLicense>;
export const ownLicenses = z.object({ licenses: z.array(ownLicense), ...pageOut });
export type OwnLicenseList = z.infer<typeof ownLicenses>;
/** The first two hundred of an order, as before there were pages, unless the caller asks for others. */
export const licensePage = z.object(pageQuery(200, 200));
export type LicensePage = z.output<typeof licensePage>;

export const adminLicenseQuery = z.object({
  ...pageQuery(50, 200),
  status: z.enum(licenseStatuses).optional(),
  /** A whole license key, a license id, or an order number. */
  search: plainText(200, 1).optional(),
});
export type AdminLicenseQuery = z.output<typeof adminLicenseQuery>;
export const adminLicense = z.object({
  ...claims,
  order_no: z.string(),
  sku_id: z.int(),
  /** Seats that are taken now; the first hundred of them are named. */
  devices_used: z.int(),
  devices: z.array(device),
  created_at: timeOut,
});
export type AdminLicense = z.infer<typeof adminLicense>;
export const adminLicenseList = z.object({ licenses: z.array(adminLicense), ...pageOut });
export type AdminLicenseList = z.infer<typeof adminLicenseList>;

export const licensePatch = z.object({
  /** A renewal of the same license; null never ends. */
  expires_at: timeIn.nullable().optional(),
  revoked: z.boolean().optional(),
  seen: seenIn,
});
export type LicensePatch = z.output<typeof licensePatch>;

export const changedLicense = z.object({ id: z.string() });
export const freedDevice = z.object({ freed: z.literal(true) });
export const rotateKeyBody = z.object({
  /** The former keys are published no more, at once: what they signed is good no longer. For a key that leaked. */
  withdraw: z.boolean().default(false),
});
export const rotatedKey = z.object({ kid: z.string() });
