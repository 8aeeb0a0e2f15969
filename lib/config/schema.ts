import { z } from "zod";
import { shapedAs } from "../core/shaped-text";
import { readDatabaseAddress } from "./database-address";

const bool = z.boolean({ error: "must be true or false" });
const text = z.string({ error: "must be a text" }).trim().min(1, "must not be empty");
const count = (min: number, max: number) =>
  z
    .int({ error: `must be a whole number from ${min} to ${max}` })
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`);

const httpOrigin = text.transform((value, ctx) => {
  try {
    const url = new URL(value);
    if (
      (url.protocol === "http:" || url.protocol === "https:") &&
      url.pathname === "/" &&
      !url.search &&
      !url.hash
    ) {
      return url.origin;
    }
  } catch {}
  ctx.addIssue({
    code: "custom",
    message: "must be an address like https://shop.example.com, without a path",
  });
  return z.NEVER;
});

const collectorAddress = text.refine((value) => /^https?:\/\/[^\s?#]+$/.test(value) && URL.canParse(value), {
  error: "must be an address like http://127.0.0.1:4318, without /v1/traces",
});

const feedAddress = text.refine(
  (value) => /^https?:\/\/[^\s?#]+\/[^\s?#/]+$/.test(value) && URL.canParse(value),
  { error: "must be the address of a file, like https://releases.example.com/feed.json" },
);

const weak = /^(.)\1*$|change|default|example|secret|password|keyshelf|123456|abcdef0123/i;

/** Distinct bytes: 32 random bytes have about 30; anything typed by hand or repeated has few. */
const isVaried = (bytes: Uint8Array) => new Set(bytes).size >= 12;

const masterKey = text.transform((value, ctx): Uint8Array => {
  const bytes = /^[0-9a-f]{64}$/i.test(value)
    ? Buffer.from(value, "hex")
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(value)
      ? Buffer.from(value, "base64")
      : undefined;
  if (bytes?.length !== 32) {
    ctx.addIssue({
      code: "custom",
      message: "must be 32 random bytes, written as 64 hex digits or in base64",
    });
    return z.NEVER;
  }
  if (!isVaried(bytes)) {
    ctx.addIssue({
      code: "custom",
      message: "is a weak value: use 32 random bytes, as from `openssl rand -hex 32`",
    });
    return z.NEVER;
  }
  return Uint8Array.from(bytes);
});

const jwtSecret = text
  .min(32, "must have at least 32 characters, as from `openssl rand -hex 32`")
  .refine((value) => !weak.test(value) && isVaried(Buffer.from(value)), {
    error: "is a weak or default value: use a random one, as from `openssl rand -hex 32`",
  });

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be an IP address or a range like 10.0.0.0/8",
});

const databaseUrl = text.refine((value) => readDatabaseAddress(value) !== null, {
  error:
    "must be a PostgreSQL address like postgres://user:password@host:5432/keyshelf (several hosts: host1:5432,host2:5432)",
});

const smtpUrl = text.refine((value) => /^smtps?:\/\/./.test(value) && URL.canParse(value), {
  error: "must be an address like smtp://user:password@mail.example.com:587",
});

const clamdAddress = text.refine((value) => /^\/.|^[^\s/:]+:\d{1,5}$/.test(value), {
  error: "must be a socket like /run/clamav/clamd.ctl or an address like 127.0.0.1:3310",
});

const mailFrom = text.refine(
  (value) => /^[^<>@\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(value),
  {
    error: 'must be an address like "My shop <shop@example.com>"',
  },
);

/** One line of the file that `openssl pkey -pubout` writes: the key in the form of its standard, of which each begins alike. */
const publicKey = text.check(
  ...shapedAs(
    /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/,
    "must be an Ed25519 public key: the line between BEGIN and END that `openssl pkey -pubout` prints",
  ),
);

/** An S3-compatible store. */
const s3Store = (prefix: string) =>
  z
    .strictObject({
      bucket: text.nullable().default(null),
      prefix: text.default(prefix),
      endpoint: httpOrigin.nullable().default(null),
      region: text.default("us-east-1"),
      accessKeyId: text.nullable().default(null),
      secretAccessKey: text.nullable().default(null),
    })
    .prefault({});

/** Every key, in the words of TypeScript; `config.yaml` and the environment write them in snake_case. */
export const configSchema = z.strictObject({
  server: z
    .strictObject({
      host: text.default("localhost"),
      port: count(1, 65_535).default(8080),
      drainSeconds: count(0, 10).default(0),
      baseUrl: httpOrigin.nullable().default(null),
      hstsSubdomains: bool.default(false),
      trustedProxies: z.array(address, { error: "must be a list of IP addresses or ranges" }).default([]),
    })
    .prefault({}),
  database: z
    .strictObject({
      url: databaseUrl.nullable().default(null),
      directUrl: databaseUrl.nullable().default(null),
      poolSize: count(2, 100).default(5),
      statementSeconds: count(2, 300).default(15),
      serverDir: text.nullable().default(null),
    })
    .prefault({}),
  cors: z
    .strictObject({
      allowedOrigins: z
        .array(httpOrigin, { error: "must be a list of addresses like https://shop.example.com" })
        .nullable()
        .default(null),
    })
    .prefault({}),
  security: z
    .strictObject({
      masterKey: masterKey.nullable().default(null),
      previousMasterKeys: z.array(masterKey, { error: "must be a list of former master keys" }).default([]),
      jwtSecret: jwtSecret.nullable().default(null),
    })
    .prefault({}),
  dataDir: text.default("data"),
  files: z
    .strictObject({ clamd: clamdAddress.nullable().default(null), s3: s3Store("keyshelf-files/") })
    .prefault({}),
  backup: z
    .strictObject({
      nightly: bool.default(true),
      beforeUpdate: bool.default(true),
      hour: count(0, 23).default(3),
      keep: count(1, 1000).default(14),
      dir: text.nullable().default(null),
      s3: s3Store("keyshelf/"),
    })
    .prefault({}),
  update: z
    .strictObject({
      publicKey: publicKey.nullable().default(null),
      feed: feedAddress.nullable().default(null),
      askDaily: bool.default(true),
    })
    .prefault({}),
  mail: z
    .strictObject({
      smtpUrl: smtpUrl.nullable().default(null),
      from: mailFrom.nullable().default(null),
      bulkPerMinute: count(1, 100_000).default(60),
      allowPrivateNetworks: bool.default(false),
    })
    .prefault({}),
  worker: z
    .enum(["inline", "separate", "off"], { error: "must be inline, separate or off" })
    .default("inline"),
  interconnect: z.strictObject({ allowPrivateNetworks: bool.default(false) }).prefault({}),
  payments: z.strictObject({ allowPrivateNetworks: bool.default(false) }).prefault({}),
  sampleShop: bool.default(true),
  sampleOrders: bool.default(false),
  testGateway: bool.nullable().default(null),
  metrics: z
    .strictObject({
      host: text.default("127.0.0.1"),
      port: count(1, 65_535).nullable().default(null),
      token: text.min(16, "must have at least 16 characters").nullable().default(null),
    })
    .prefault({}),
  tracing: z
    .strictObject({
      endpoint: collectorAddress.nullable().default(null),
      percent: count(1, 100).default(100),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z
        .enum(["debug", "info", "warn", "error"], { error: "must be debug, info, warn or error" })
        .default("info"),
      callers: bool.default(true),
    })
    .prefault({}),
  limits: z
    .strictObject({
      publicReadsPerMinute: count(1, 1_000_000).default(300),
      pagesPerMinute: count(1, 1_000_000).default(600),
      guestOrdersPerMinute: count(1, 1_000_000).default(10),
      openOrdersPerIp: count(1, 1_000_000).default(5),
      openOrdersPerEmail: count(1, 1_000_000).default(3),
      openUnitsPerIp: count(1, 1_000_000).default(20),
      openOrdersPerUser: count(1, 1_000_000).default(20),
      loginFailuresPerAccount: count(1, 1_000_000).default(5),
      loginsPerIp: count(1, 1_000_000).default(20),
      sendCodePerAddressHour: count(1, 1_000_000).default(5),
      sendCodePerIpHour: count(1, 1_000_000).default(20),
      recoverPerAddressHour: count(1, 1_000_000).default(3),
      recoverPerIpHour: count(1, 1_000_000).default(20),
      redeemPerMinute: count(1, 1_000_000).default(10),
      upstreamPerMinute: count(1, 1_000_000).default(300),
      upstreamBurst: count(1, 1_000_000).default(60),
      callbacksPerMinute: count(1, 1_000_000).default(600),
      unprovedPerMinute: count(1, 1_000_000).default(600),
    })
    .prefault({}),
});

export type ParsedConfig = z.output<typeof configSchema>;
