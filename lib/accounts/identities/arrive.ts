import type { ClientInfo, UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { getSettings } from "../../settings/queries";
import { createUser } from "../create-user";
import { logLogin } from "../sessions/log-login";
import { challengeLogin } from "../sessions/login";
import { beginSession } from "../sessions/open-session";
import type { Identity } from "./identity";
import { introduce } from "./introductions";

/** Outcome for a person whom a provider sent back. */
export type Arrival =
  | { kind: "opened"; sessionId: string }
  /** The second factor is still to come. */
  | { kind: "challenge"; token: string }
  /** No account is linked yet, and somebody has to say which. */
  | { kind: "introduced"; token: string }
  /** They are logged in, and linked already. */
  | { kind: "known" };

const findLinked = ({ providerId, issuer, subject }: Identity) =>
  db().linkedIdentity.findUnique({
    where: { providerId_issuer_subject: { providerId, issuer, subject } },
    select: { id: true, userId: true, user: { select: { email: true, status: true, totpEnabledAt: true } } },
  });
type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>;

/** C191: the provider stands in for the password alone: a second factor that is on is asked for. */
async function openAccount(linked: Linked, { via }: Identity, client: ClientInfo): Promise<Arrival> {
  const { id, userId, user } = linked;
  if (user.status === "disabled") {
    await logLogin(db(), client, { userId, email: user.email, failure: "disabled", via });
    throw new AppError("account_disabled", "account_disabled");
  }
  return inTransaction(async (tx): Promise<Arrival> => {
    await tx.linkedIdentity.updateMany({ where: { id }, data: { lastUsedAt: now() } });
    if (!user.totpEnabledAt)
      return { kind: "opened", sessionId: (await beginSession(tx, userId, client, via)).session.id };
    const { challenge_token: token = "" } = await challengeLogin(tx, userId, via);
    return { kind: "challenge", token };
  });
}

/** With a proven address nobody has: an account of its own, opened at once. */
async function openNew(identity: Identity, email: string, client: ClientInfo): Promise<Arrival> {
  const { providerId, issuer, subject, label, nickname, via } = identity;
  const locale = await client.readLocale();
  return inTransaction(async (tx): Promise<Arrival> => {
    const { id: userId } = await createUser(tx, { email, nickname, locale, passwordHash: "" });
    const at = now();
    await tx.linkedIdentity.create({
      data: { userId, providerId, issuer, subject, label, lastUsedAt: at, createdAt: at },
    });
    return { kind: "opened", sessionId: (await beginSession(tx, userId, client, via)).session.id };
  });
}

const introduced = async (identity: Identity): Promise<Arrival> => ({
  kind: "introduced",
  token: await introduce(identity),
});

/** Somebody with two windows came twice at once: the account with the address may be the one that the other window made. */
async function introducedUnlessLinked(identity: Identity, client: ClientInfo): Promise<Arrival> {
  const meanwhile = await findLinked(identity);
  return meanwhile ? openAccount(meanwhile, identity, client) : introduced(identity);
}

async function arriveUnknown(identity: Identity, client: ClientInfo): Promise<Arrival> {
  const { email, isProven } = identity;
  const proven = isProven ? email : null;
  // C192: an account that has the address is opened by its owner's own way in, never by the address.
  if (proven !== null && (await db().user.count({ where: { email: proven } })) > 0)
    return introducedUnlessLinked(identity, client);
  if (!(await getSettings()).features.registration)
    throw new AppError("feature_disabled", "registration_off");
  return proven === null ? introduced(identity) : openNew(identity, proven, client);
}

/**
 * Lets in whom a log-in provider named, or keeps the introduction until they have said who they are. `actor` is who is logged
 * in already: then it is about a link, and nobody else is logged in.
 * @throws AppError `account_disabled`, `feature_disabled`, `state_conflict`
 */
export async function arrive(
  identity: Identity,
  { actor, client }: { actor: UserActor | null; client: ClientInfo },
): Promise<Arrival> {
  const linked = await findLinked(identity);
  if (actor) {
    if (linked && linked.userId !== actor.userId) throw new AppError("state_conflict", "identity_taken");
    return linked ? { kind: "known" } : introduced(identity);
  }
  if (linked) return openAccount(linked, identity, client);
  try {
    return await arriveUnknown(identity, client);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return introducedUnlessLinked(identity, client);
  }
}
