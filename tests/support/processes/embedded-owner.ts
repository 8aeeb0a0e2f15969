// A Keyshelf's hold on its database, as a program that tests/integration/db/embedded.test.ts can kill.
import { startEmbedded } from "@/lib/db/embedded/start-embedded";

const [dataDir = ""] = process.argv.slice(2);

try {
  const database = await startEmbedded({
    dataDir,
    onCrash: ({ message }) => console.log(JSON.stringify({ crash: message })),
  });
  process.on("SIGTERM", () => void database.stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ url: database.url, pid: database.pid, cluster: database.cluster }));
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
  process.exit(1);
}
