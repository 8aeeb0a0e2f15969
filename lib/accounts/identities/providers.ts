import { getConfig } from "../../config/config";
import { open } from "../../core/crypto";
import { notFound } from "../../core/errors";
import { inLanguage, type Lang, readTranslations } from "../../core/translations";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { Reader } from "../../db/transaction";
import type { AdminLoginProvider, LoginProvider } from "./schema";

export const secretAad = (providerId: number) => `login_providers:secret:${providerId}:v1`;

interface Row {
  key: string;
  name: string;
  icon: string | null;
  issuer: string;
  translations: unknown;
}

export function toLoginProvider(row: Row, lang: Lang): LoginProvider {
  const { key, name, icon, issuer } = inLanguage(row, lang);
  return { key, name, icon, issuer };
}

/** Providers by which people may log in, as their buttons stand under each other. */
export async function listLoginProviders(lang: Lang): Promise<LoginProvider[]> {
  const rows = await db().loginProvider.findMany({
    where: { isEnabled: true },
    orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => toLoginProvider(row, lang));
}

/** All that a log-in needs of a provider. */
export interface OpenProvider {
  id: number;
  key: string;
  name: string;
  issuer: string;
  clientId: string;
  secret: string;
  scopes: string;
}

/** Null of one that is unknown or switched off. */
export async function findOpenProvider(key: string): Promise<OpenProvider | null> {
  const row = await db().loginProvider.findUnique({
    where: { key, isEnabled: true },
    omit: { secretSealed: false },
  });
  if (!row) return null;
  const { id, name, issuer, clientId, scopes, secretSealed } = row;
  const secret = secretSealed.byteLength === 0 ? "" : open(secretSealed, secretAad(id));
  return { id, key, name, issuer, clientId, secret, scopes };
}

export const callbackUrlOf = (key: string): string =>
  `${getConfig().server.baseUrl}/api/auth/callback/${key}`;

const readRows = (reader: Reader, where: { id?: number }) =>
  reader.loginProvider.findMany({
    where,
    omit: { secretSealed: false },
    include: { _count: { select: { identities: true } } },
    orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
  });

const toAdmin = (row: Awaited<ReturnType<typeof readRows>>[number]): AdminLoginProvider => ({
  id: row.id,
  key: row.key,
  name: row.name,
  icon: row.icon,
  issuer: row.issuer,
  client_id: row.clientId,
  secret_set: row.secretSealed.byteLength > 0,
  scopes: row.scopes,
  is_enabled: row.isEnabled,
  sort_order: row.sortOrder,
  translations: readTranslations(row.translations),
  callback_url: callbackUrlOf(row.key),
  accounts: row._count.identities,
  created_at: toTime(row.createdAt),
});

export const listAdminLoginProviders = async (): Promise<AdminLoginProvider[]> =>
  (await readRows(db(), {})).map(toAdmin);

/** @throws AppError `not_found` */
export async function getAdminLoginProvider(id: number, reader: Reader = db()): Promise<AdminLoginProvider> {
  const [row] = await readRows(reader, { id });
  if (!row) throw notFound("login_provider");
  return toAdmin(row);
}
