import type { Command } from "commander";
import { readGiven } from "@/lib/config/config";
import { stopHolder } from "@/lib/db/embedded/stop-holder";
import { requireKey } from "@/lib/operations/updates/fetch-feed";
import { verifyArchive } from "@/lib/operations/updates/signed-sums";
import type { Session } from "./open-shop";

export function releaseCommands(program: Command, { print, resolve }: Session): void {
  program
    .command("stop")
    .description("end the shop that runs on the data folder, and wait until it has ended")
    .action(async () => {
      const { dataDir } = readGiven();
      const pid = await stopHolder(dataDir);
      print(
        { stopped: pid },
        pid === null ? `No shop runs on ${dataDir}.` : `The shop on ${dataDir} has ended (process ${pid}).`,
      );
    });
  program
    .command("verify-release <archive>")
    .description(
      "prove that an archive is what the owner of update.public_key released; its .sha256 and .sig lie beside it",
    )
    .action(async (archive: string) => {
      const verified = await verifyArchive(resolve(archive), requireKey(readGiven().update.publicKey));
      print(verified, `${verified.release} is what was signed (SHA-256 ${verified.sha256}).`);
    });
}
