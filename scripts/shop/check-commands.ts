import type { Command } from "commander";
import { verifyAudit } from "@/lib/accounts/staff/admin-queries";
import { checkShop } from "@/lib/operations/check-shop";
import { diagnose } from "@/lib/operations/diagnose";
import { getLedgerCheck } from "@/lib/wallet/check-ledger";
import { findingLines } from "./backup-commands";
import type { Session } from "./open-shop";

export function checkCommands(program: Command, { print, withShop }: Session): void {
  program
    .command("verify-audit")
    .description("walk the chain of the audit log")
    .action(() =>
      withShop(async () => {
        const result = await verifyAudit();
        const { intact, checked, broken_at } = result;
        print(result, intact ? `${checked} entries, unbroken.` : `Broken at entry ${broken_at}.`);
        if (!intact) process.exitCode = 1;
      }),
    );
  program
    .command("check-ledger")
    .description("compare every balance with its entries")
    .action(() =>
      withShop(async () => {
        const result = await getLedgerCheck();
        const faults = result.drifts.map(({ account, problem }) => `${account}: ${problem}`);
        print(result, [`${result.accounts} accounts, ${result.transfers} transfers.`, ...faults].join("\n"));
        if (!result.is_sound) process.exitCode = 1;
      }),
    );
  program
    .command("check-shop")
    .description("ledger, audit chain, keys, counters and seals: all that a backup is checked for")
    .action(() =>
      withShop(async () => {
        const findings = await checkShop();
        print({ findings }, findingLines(findings));
        if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
      }),
    );
  program
    .command("doctor")
    .description("look for what is wrong and say what corrects it")
    .action(() =>
      withShop(async () => {
        const findings = await diagnose();
        const lines = findings.map(
          ({ ok, check, detail, remedy }) =>
            `${ok ? "ok   " : "WRONG"}  ${check}: ${detail}${remedy ? `\n         ${remedy}` : ""}`,
        );
        print({ findings }, lines.join("\n"));
        if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
      }),
    );
}
