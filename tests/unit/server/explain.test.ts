import { expect, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { explain } from "../../../server/commands/explain";

const withCode = (code: string, more: object = {}) => Object.assign(new Error("inside"), { code, ...more });

it.each<[string, unknown, string]>([
  ["a file", withCode("EACCES", { path: "/a/b" }), "/a/b may not be used by this user."],
  [
    "a full disk below another error",
    new Error("x", { cause: withCode("ENOSPC", { path: "/a" }) }),
    "/a cannot be written: its disk is full.",
  ],
  [
    "a lost socket of the database",
    withCode("ENOENT", { syscall: "connect" }),
    "The database cannot be used: nothing answers at that address.",
  ],
  [
    "each address of a host",
    new AggregateError([withCode("ETIMEDOUT")]),
    "The database cannot be used: the host does not answer.",
  ],
  ["Prisma", withCode("P1001"), "The database cannot be used: nothing answers at that address."],
  [
    "a role that does not own the tables",
    Object.assign(withCode("42501"), { message: "must be owner of table jobs" }),
    "The database refuses this to the role of database.url (must be owner of table jobs). Run the command as the owner of the tables.",
  ],
  [
    "a member of the input",
    new AppError("malformed", "email", { field: "email" }),
    "email: must be an e-mail address, like buyer@example.com",
  ],
])("says what is wrong with %s in one sentence", (_, error, sentence) => {
  expect(explain(error)).toMatchObject({ name: "StartError", message: sentence, cause: error });
});

it("leaves a fault of ours as it is", () => {
  const error = new TypeError("x is not a function");
  expect(explain(error)).toBe(error);
});
