import { type Command, InvalidArgumentError } from "commander";
import {
  createOwner,
  listStaff,
  resetStaffPassword,
  resetStaffTotp,
} from "@/lib/accounts/staff/recover-staff";
import { oneTimeDays } from "@/lib/accounts/staff/sessions/one-time-password";
import { readEmail } from "@/lib/core/formats/email-address";
import type { Session } from "./open-shop";

function email(text: string): string {
  const read = readEmail(text);
  if ("problem" in read) throw new InvalidArgumentError("It must be an e-mail address, as anna@example.com.");
  return read.email;
}

const asLine = (row: Awaited<ReturnType<typeof listStaff>>[number]) =>
  [
    row.email,
    row.role,
    row.status,
    row.totpEnabledAt ? "second factor" : "password only",
    row.lastLoginAt ? `last in ${row.lastLoginAt.toISOString()}` : "never in",
  ].join("  ");

export function staffCommands(program: Command, { print, withShop }: Session): void {
  program
    .command("list-staff")
    .description("everybody who may enter the admin")
    .action(() =>
      withShop(async () => {
        const rows = await listStaff();
        const staff = rows.map(({ totpEnabledAt, lastLoginAt, ...row }) => ({
          ...row,
          has_totp: totpEnabledAt !== null,
          last_login_at: lastLoginAt,
        }));
        print({ staff }, rows.map(asLine).join("\n"));
      }),
    );
  program
    .command("reset-password")
    .argument("<email>", "the member of staff", email)
    .description("give somebody of the staff a new one-time password; their sessions end")
    .action((email: string) =>
      withShop(async () => {
        const { password, sessions } = await resetStaffPassword(email);
        print(
          { email, password, sessions_ended: sessions },
          `New password of ${email}: ${password}\nIt has to be changed at the first login, within ${oneTimeDays} days. ${sessions} sessions ended.`,
        );
      }),
    );
  program
    .command("reset-totp")
    .argument("<email>", "the member of staff", email)
    .description("take somebody's second factor away; their sessions end")
    .action((email: string) =>
      withShop(async () => {
        const { sessions } = await resetStaffTotp(email);
        print(
          { email, sessions_ended: sessions },
          `${email} logs in with the password alone now. ${sessions} sessions ended.`,
        );
      }),
    );
  program
    .command("create-owner")
    .argument("<email>", "the new owner", email)
    .description("add an owner with a one-time password")
    .option("--name <name>", "as the admin shows it", "Owner")
    .action((email: string, { name }: { name: string }) =>
      withShop(async () => {
        const made = await createOwner(email, name);
        print(
          made,
          `New owner ${made.email}, password ${made.password}\nIt has to be changed at the first login, within ${oneTimeDays} days.`,
        );
      }),
    );
}
