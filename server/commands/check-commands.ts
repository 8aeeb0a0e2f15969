import type { Command } from "commander";
import { type AuditCheck, verifyAudit } from "@/lib/acts/verify-audit";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { diagnose } from "@/lib/operations/checks/diagnose";
import { getLedgerCheck } from "@/lib/wallet/check-ledger";
import { findingLines } from "./finding-lines";
import type { Session } from "./open-shop";

function auditSentence({ reason, checked, broken_at, signed_from }: AuditCheck): string {
  switch (reason) {
    case "entry":
      return `Entry ${broken_at} was changed, or entries before it are missing; the ${checked} before it hold.`;
    case "end":
      return broken_at === null
        ? "The signed end of the log was changed outside the shop."
        : `Entries up to ${broken_at} were signed, and not all of them are there: the end of the log was cut.`;
    case "unsigned":
      return `${checked} entries follow from each other, but the log is not signed: start the shop once. If it has run before with this version, somebody removed the signed end.`;
    case null:
      return `${checked} entries, unbroken${signed_from === null ? "" : `, signed from entry ${signed_from}`}.`;
  }
}

export function checkCommands(program: Command, { print, withShop }: Session): void {
  program
    .command("verify-audit")
    .description("walk the chain of the audit log")
    .action(() =>
      withShop(async () => {
        const result = await verifyAudit();
        print(result, auditSentence(result));
        if (!result.intact) process.exitCode = 1;
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
