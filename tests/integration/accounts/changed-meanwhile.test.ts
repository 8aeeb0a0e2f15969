import { expect, it } from "vitest";
import { hashPassword } from "@/lib/accounts/password/hash-password";
import { login } from "@/lib/accounts/sessions/login";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { aRegisteredUser, goodPassword } from "../../support/builders/accounts";
import { aClient } from "../../support/builders/products";
import { untilSomebodyWaits } from "../../support/harness/lock-waits";

it("a log-in that began with the old password does not survive its change [A11]", async () => {
  const { id, email } = await aRegisteredUser();
  const passwordHash = await hashPassword("another horse, another battery");
  let loggingIn: Promise<unknown> = Promise.resolve();
  await inTransaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { passwordHash } });
    loggingIn = login({ email, password: goodPassword }, aClient()).catch((error: unknown) => error);
    await untilSomebodyWaits();
  });
  expect(await loggingIn).toMatchObject({ kind: "unauthorized" });
  expect(await db().session.count({ where: { userId: id } })).toBe(0);
});
