import type { Command } from "commander";
import { directAddress } from "@/lib/db/client";
import { grantRole } from "@/lib/db/migrations/grant-role";
import type { Session } from "./open-shop";

export function roleCommands(program: Command, { print, withShop }: Session): void {
  program
    .command("grant-role <role>")
    .description(
      "as the owner of the tables: migrate, and let a database role that owns nothing run the shop",
    )
    .action((role: string) =>
      withShop(
        async () => {
          const result = await grantRole(directAddress(), role);
          print(
            { role, ...result },
            `${role} may run the shop in the schema ${result.schema}; ${result.applied.length} migrations were applied. Start the shop with its address.`,
          );
        },
        { isNew: true, asOwner: true },
      ),
    );
}
