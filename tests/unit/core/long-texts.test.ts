import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { linkedParts } from "@/components/store/delivery/linked-parts";
import { isLabelledAccount, readAccount } from "@/components/store/delivery/read-account";
import { readEmail } from "@/lib/core/formats/email-address";
import { parseInstant } from "@/lib/core/formats/instant";
import { compilePattern } from "@/lib/core/formats/linear-pattern";
import { nameDevice } from "@/lib/core/formats/name-device";
import { plainTextOf, sanitiseHtml } from "@/lib/core/formats/rich-text";
import { matchLocale, splitLocale } from "@/lib/core/locale";
import { parseMoney } from "@/lib/core/money";
import { knowsEtag } from "@/lib/http/answer/etag";
import { clientIp, peerHeader, wishedLocale } from "@/lib/http/caller/client-info";
import { readCookie } from "@/lib/http/caller/cookies";
import { idsOfCaller, loggedPath } from "@/lib/http/logged-request";
import { readPairingCode } from "@/lib/interconnect/pairing-code";
import { takesCoding } from "../../../server/door/accept-encoding";
import { refuseTarget } from "../../../server/door/request-target";
import { sharedAddress } from "../../../server/pages/page-cache";
import { textsOf } from "../../support/harness/fill-schema";
import { findGrowth, hostileTexts } from "../../support/harness/growth";
import { isTurnOf } from "../../support/harness/seed";
import { overrideConfig } from "../../support/harness/test-config";

const root = path.resolve(import.meta.dirname, "../../..");
const texts = Object.entries(hostileTexts);

it("finds a pattern whose time grows with the square, long before it takes a minute", async () => {
  const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  expect(await findGrowth((length) => pattern.test(`a@${"a.".repeat(length / 2)} b`))).toMatch(
    /letters take/,
  );
  expect(await findGrowth((length) => "a".repeat(length).split("").join("-"))).toBeNull();
});

/** Every schema that lib exports: bodies, settings, what main sites, gateways and messengers answer. */
async function exportedSchemas(): Promise<z.ZodType[]> {
  const files = readdirSync(path.join(root, "lib"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("db/generated"))
    .filter((file) => /from "zod"/.test(readFileSync(path.join(root, "lib", file), "utf8")));
  const modules = await Promise.all(
    files.map((file) => import(path.join(root, "lib", file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter((value) => value instanceof z.ZodType);
}

it("no schema takes more than three times as long for twice the text [C82]", async () => {
  const schemas = [...textsOf(await exportedSchemas())];
  expect(schemas.length).toBeGreaterThan(300);
  const slow: string[] = [];
  for (const [at, [name, make]] of texts.entries()) {
    if (!isTurnOf(at, 5)) continue;
    // All of them with one text: a single one that grows too fast shows in their sum.
    const grown = await findGrowth((length) => {
      const text = make(length);
      for (const schema of schemas) z.safeParse(schema, text);
    });
    if (grown) slow.push(`${name}: ${grown}`);
  }
  expect(slow).toEqual([]);
}, 600_000);

const readHeader = (name: string) => (text: string) =>
  new Headers({ [peerHeader]: "127.0.0.1", [name]: text.replace(/[^\x20-\x7e]/g, "x") });

/** Readers of texts that come from outside and are no schema: pages, addresses and headers. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  linkedParts,
  readAccount,
  "readAccount of lines": (text) => readAccount(`${text}\n${text}`),
  isLabelledAccount: (text) => isLabelledAccount(`a: ${text}\nb: ${text}`),
  readEmail,
  parseInstant,
  parseMoney,
  nameDevice,
  plainTextOf,
  sanitiseHtml,
  matchLocale,
  splitLocale,
  "splitLocale of a path": (text) => splitLocale(`/${text}`),
  readPairingCode: (text) => {
    try {
      readPairingCode(text);
    } catch {
      // A refusal is an answer.
    }
  },
  loggedPath: (text) => loggedPath(`/api/v1/downloads/${text}`),
  refuseTarget: (text) => refuseTarget(`/${text}?${text}`),
  sharedAddress: (text) => sharedAddress(`/products/${text}?${text}`),
  takesCoding: (text) => takesCoding(text, "gzip"),
  clientIp: (text) => clientIp(readHeader("x-forwarded-for")(text)),
  wishedLocale: (text) => wishedLocale(readHeader("cookie")(text)),
  idsOfCaller: (text) => idsOfCaller(readHeader("x-request-id")(text)),
  readCookie: (text) => readCookie(readHeader("cookie")(text), "locale"),
  knowsEtag: (text) =>
    knowsEtag(new Request("http://shop.example/", { headers: readHeader("if-none-match")(text) }), 'W/"x"'),
  "an operator's pattern": (text) => compilePattern(text.slice(0, 200))?.matches("a".repeat(200)),
};

it.each(Object.entries(readers))(
  "%s takes at most three times as long for twice the text [C82]",
  async (_, read) => {
    overrideConfig({ "server.trustedProxies": "127.0.0.1" });
    const slow: string[] = [];
    for (const [name, make] of texts) {
      const grown = await findGrowth((length) => read(make(length)));
      if (grown) slow.push(`${name}: ${grown}`);
    }
    expect(slow).toEqual([]);
  },
  300_000,
);

it("hands zod a pattern in one place, behind a bound of the length [C82]", () => {
  const others = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`)
      .filter((file) => file !== "lib/core/shaped-text.ts" && !file.startsWith("lib/db/generated"))
      .filter((file) => /\.regex\(/.test(readFileSync(path.join(root, file), "utf8"))),
  );
  expect(others).toEqual([]);
});
