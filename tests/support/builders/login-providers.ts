import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { POST as link } from "@/app/api/v1/me/identities/route";
import type { Identity } from "@/lib/accounts/identities/identity";
import { introduce } from "@/lib/accounts/identities/introductions";
import { secretAad } from "@/lib/accounts/identities/providers";
import { seal } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { call } from "../harness/call";
import { aLoggedInUser, goodPassword } from "./accounts";
import { aClient, anEmail } from "./products";

/** Nobody is logged in yet. */
export const stranger = { actor: null, client: aClient() };

/** A log-in provider that is switched on, with a secret. */
export async function aLoginProvider(data: Partial<Prisma.LoginProviderUncheckedCreateInput> = {}) {
  const key = `p-${randomUUID().slice(0, 8)}`;
  const row = await db().loginProvider.create({
    data: {
      key,
      name: `Provider ${key}`,
      issuer: `https://${key}.example`,
      clientId: "shop",
      secretSealed: new Uint8Array(0),
      scopes: "openid email profile",
      isEnabled: true,
      ...data,
    },
  });
  await db().loginProvider.update({
    where: { id: row.id },
    data: { secretSealed: seal("a secret of the shop", secretAad(row.id)) },
  });
  return row;
}

/** A person at a new provider of the shop. */
export async function aPerson(change: Partial<Identity> = {}): Promise<Identity> {
  const { id, name, issuer } = await aLoginProvider();
  const email = anEmail();
  return {
    providerId: id,
    via: name,
    issuer,
    subject: randomUUID(),
    label: email,
    nickname: "Ann",
    email,
    isProven: true,
    ...change,
  };
}

/** Link of a person with an account, and the account. */
export const linkOf = ({ subject }: Identity) =>
  db().linkedIdentity.findFirst({ where: { subject }, include: { user: true } });

/** Links a person with an account that has a password. */
export async function aLinkedUser() {
  const owner = await aLoggedInUser();
  const person = await aPerson();
  const token = await introduce(person);
  const body = { introduction_token: token, password: goodPassword };
  const linked = await call<{ identities: { id: number }[] }>(link, "POST", { token: owner.token, body });
  expect(linked.status).toBe(200);
  return { ...owner, person, id: linked.data.identities[0]?.id ?? 0 };
}
