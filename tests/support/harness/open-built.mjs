// `npm start` without a look at what is missing: three seconds of a run's forty shops.
import { main, openBuilt, readArguments } from "../../../scripts/program.mjs";

await main(async () => {
  readArguments(process.argv.slice(2));
  await openBuilt();
});
