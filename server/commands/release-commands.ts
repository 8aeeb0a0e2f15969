import type { Command } from "commander";
import { readGiven } from "@/lib/config/config";
import { stopHolder } from "@/lib/db/embedded/stop-holder";
import { verifyArchive } from "@/lib/operations/updates/signed-sums";
import { StartError } from "../door/front-door";
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
      const { publicKey } = readGiven().update;
      if (publicKey === null)
        throw new StartError(
          "update.public_key is not set, and without it nobody can say who made an archive. Set it to the key of whom you trust.",
        );
      const verified = await verifyArchive(resolve(archive), publicKey);
      print(verified, `${verified.release} is what was signed (SHA-256 ${verified.sha256}).`);
    });
}
