import { type Command, InvalidArgumentError } from "commander";
import { type Comparison, compareWithGateways } from "@/lib/operations/checks/compare-with-gateways";
import { type HoldBack, type HoldBackOptions, holdBackKeys } from "@/lib/operations/held-back/hold-back-keys";
import type { Session } from "./open-shop";

function comparisonLine({ channel, asked, booked, unknown, problem }: Comparison): string {
  const open = `${channel}: ${asked} open payments, ${booked} of them are paid and booked now`;
  if (problem !== null) return `${open}; ${problem}: compare its list by hand`;
  return unknown === null
    ? `${open}; it has no list of trades that can be asked for: compare it by hand`
    : `${open}; ${unknown.length} paid trades are not known here`;
}

function moment(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at > new Date())
    throw new InvalidArgumentError("It must be a time in the past, as 2026-05-01T03:00:00Z.");
  return at;
}

function number(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

const second = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

const rules: Readonly<Record<HoldBack["rule"], string>> = {
  number: "Of each option as many are held back as --keys says.",
  journal: "For the time after that, keys are held back in the order in which each option sells.",
  estimate: "How many were sold in the lost seconds is estimated from the week before.",
  all: "What was sold is not known for all of the time, so every free key is held back. --ended says when the shop ended, --keys how many are enough.",
};

function journalLine({ journal: { completeAt, missing }, since }: HoldBack): string {
  if (completeAt === null) return `There is no journal of the sales after ${second(since)}.`;
  const but = missing > 0 ? `, but for at most ${missing} sales` : "";
  return `The journal of sales is complete up to ${second(completeAt)}${but}.`;
}

function report(found: HoldBack, gateways: Comparison[]): string {
  const { lostOrders, soldTwice, skus, journal, rule } = found;
  return [
    journalLine(found),
    ...journal.problems,
    rules[rule],
    ...skus.map(
      (row) =>
        `SKU ${row.skuId}: ${row.handedOut} were handed out and are void, ${row.held} held back, ${row.left} on sale`,
    ),
    ...lostOrders.map(
      ({ orderNo, soldAt, keys, isHere }) =>
        `Order ${orderNo} of ${second(soldAt)} is ${isHere ? "here without the keys it got" : "missing"}: ${keys} keys`,
    ),
    ...soldTwice.map((id) => `Key ${id} was handed out, and another order here has it`),
    ...gateways.map(comparisonLine),
    "Each option with keys held back, and each unknown trade, is an alert in the admin.",
  ].join("\n");
}

interface Options extends Omit<HoldBackOptions, "isFailOver"> {
  failOver?: true;
}

export function afterRestoreCommand(program: Command, { print, withShop }: Session): void {
  program
    .command("after-restore")
    .description(
      "before the shop opens: void what was sold since the backup, hold back what may have been, ask the gateways",
    )
    .option(
      "--since <time>",
      "when the backup was made, as 2026-05-01T03:00:00Z (default: the database knows)",
      moment,
    )
    .option("--ended <time>", "when the shop ended that was lost (default: now)", moment)
    .option(
      "--keys <number>",
      "hold back so many of each SKU, instead of what the journal of sales says",
      number,
    )
    .option("--fail-over", "only seconds are lost: estimate their sales where there is no journal")
    .action(({ failOver, ...options }: Options) =>
      withShop(async () => {
        const isFailOver = failOver === true;
        const { asked: gateways, ...found } = await holdBackKeys(
          { ...options, isFailOver },
          compareWithGateways,
        );
        print({ ...found, gateways }, report(found, gateways));
        if (gateways.some(({ problem }) => problem !== null) || found.soldTwice.length > 0)
          process.exitCode = 1;
      }),
    );
}
