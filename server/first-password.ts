import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FirstAdmin } from "@/lib/accounts/staff/create-first-admin";
import { waitsForFirstLogin } from "@/lib/accounts/staff/sessions/one-time-password";
import { getConfig } from "@/lib/config/config";
import { shopCommand } from "@/lib/config/home";
import { isTerminal, say } from "./say";

const file = () => path.join(getConfig().dataDir, "first-password.txt");

/**
 * Shows the word of a fresh shop at a terminal, with a code that brings it to a phone. A log is kept and copied: there it is a
 * file for the shop's account alone.
 */
export async function tellFirstPassword({ email, password }: FirstAdmin): Promise<void> {
  if (isTerminal) {
    const { toString: draw } = await import("qrcode");
    const page = `${getConfig().server.baseUrl}/admin/setup`;
    console.log(`\nSet up the shop at ${page} with the word ${password}`);
    console.log("It is shown this once. The code opens that page with the word in it:\n");
    console.log(await draw(`${page}#${password}`, { type: "terminal", small: true }));
    return;
  }
  try {
    // With its keys and its database elsewhere a shop has no folder yet.
    mkdirSync(path.dirname(file()), { recursive: true });
    writeFileSync(file(), `${email}\n${password}\n`, { mode: 0o600 });
    say(`The first admin is ${email}, with the password in ${file()}`, "info", { email, file: file() });
  } catch (error) {
    say(
      `The first admin is ${email}, and the password could not be written (${(error as Error).message}): ${shopCommand(`reset-password ${email}`)} makes one.`,
      "warn",
    );
  }
}

/** Takes the file away at the first start after the password was changed. */
export async function forgetFirstPassword(): Promise<void> {
  if (!existsSync(file())) return;
  const [email = ""] = readFileSync(file(), "utf8").split("\n");
  if (!(await waitsForFirstLogin(email))) rmSync(file());
}
