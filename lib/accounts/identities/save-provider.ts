import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { seal } from "../../core/crypto";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { mergeTranslations } from "../../core/translations";
import { inTransaction, type Tx } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { lockLoginProvider } from "../sql/accounts";
import { getAdminLoginProvider, secretAad } from "./providers";
import type { AdminLoginProvider, CreateLoginProvider, UpdateLoginProvider } from "./schema";

const maxProviders = 20;
const target = (id: number) => `login_provider:${id}`;
const none = new Uint8Array(0);

/** The two ways in that next-auth has already. */
const taken = new Set(["user", "staff"]);

const keyTaken = () => new AppError("malformed", "slug_taken", { field: "key" });

/** The seal is bound to the row's id, so the row comes first. */
const writeSecret = (tx: Tx, id: number, secret: string) =>
  tx.loginProvider.update({
    where: { id },
    data: { secretSealed: secret === "" ? none : seal(secret, secretAad(id)) },
    select: { id: true },
  });

/** @throws AppError `malformed`, `state_conflict` */
export async function createLoginProvider(
  actor: AdminActor,
  input: CreateLoginProvider,
  client: ClientInfo,
): Promise<AdminLoginProvider> {
  if (taken.has(input.key)) throw keyTaken();
  try {
    return await inTransaction(async (tx) => {
      if ((await tx.loginProvider.count()) >= maxProviders)
        throw new AppError("state_conflict", refusal("too_many_login_providers", { max: maxProviders }));
      const { id } = await tx.loginProvider.create({
        data: {
          key: input.key,
          name: input.name,
          translations: mergeTranslations({}, input.translations) ?? {},
          issuer: input.issuer,
          clientId: input.client_id,
          secretSealed: none,
          scopes: input.scopes,
          icon: input.icon,
          isEnabled: input.is_enabled,
          sortOrder: input.sort_order,
          createdAt: now(),
          updatedAt: now(),
        },
        select: { id: true },
      });
      await writeSecret(tx, id, input.secret);
      await recordAudit(tx, actor, client, {
        action: "login_provider.create",
        target: target(id),
        data: { name: input.name, issuer: input.issuer, is_enabled: input.is_enabled },
      });
      return getAdminLoginProvider(id, tx);
    });
  } catch (error) {
    throw isUniqueViolation(error, "login_providers_key_key") ? keyTaken() : error;
  }
}

/** Columns of a body; undefined stays. */
const columnsOf = (input: UpdateLoginProvider, stored: { translations: unknown }) => ({
  name: input.name,
  issuer: input.issuer,
  clientId: input.client_id,
  scopes: input.scopes,
  icon: input.icon,
  isEnabled: input.is_enabled,
  sortOrder: input.sort_order,
  translations: mergeTranslations(stored.translations, input.translations),
  updatedAt: now(),
});

/** C194: a stored secret is sent to no other issuer than that it was entered for. */
function requireSecretAnew(stored: AdminLoginProvider, input: UpdateLoginProvider): void {
  const moves = input.issuer !== undefined && input.issuer !== stored.issuer;
  if (moves && stored.secret_set && input.secret === undefined)
    throw new AppError("malformed", "credentials_again", { field: "secret" });
}

/** @throws AppError `not_found`, `malformed`, `state_conflict` */
export async function updateLoginProvider(
  actor: AdminActor,
  id: number,
  { seen, ...input }: UpdateLoginProvider,
  client: ClientInfo,
): Promise<AdminLoginProvider> {
  return inTransaction(async (tx) => {
    await lockLoginProvider(tx, id);
    const stored = await getAdminLoginProvider(id, tx);
    requireUnchanged(stored, seen);
    requireSecretAnew(stored, input);
    await tx.loginProvider.update({ where: { id }, data: columnsOf(input, stored), select: { id: true } });
    if (input.secret !== undefined) await writeSecret(tx, id, input.secret);
    await recordAudit(tx, actor, client, {
      action: "login_provider.update",
      target: target(id),
      data: { changed: Object.keys(input), ...(input.issuer ? { issuer: input.issuer } : {}) },
    });
    return getAdminLoginProvider(id, tx);
  });
}

/** With it go its links: those accounts are opened by their password again. @throws AppError `not_found` */
export async function deleteLoginProvider(
  actor: AdminActor,
  id: number,
  client: ClientInfo,
): Promise<{ deleted: true }> {
  await inTransaction(async (tx) => {
    const { name, accounts } = await getAdminLoginProvider(id, tx);
    const { count } = await tx.loginProvider.deleteMany({ where: { id } });
    if (count === 0) throw notFound("login_provider");
    await recordAudit(tx, actor, client, {
      action: "login_provider.delete",
      target: target(id),
      data: { name, accounts },
    });
  });
  return { deleted: true };
}
