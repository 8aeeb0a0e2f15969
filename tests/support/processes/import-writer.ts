import { armFailpoint } from "@/lib/core/process/failpoint";
import { setLogLevel } from "@/lib/core/process/log";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { runImport } from "@/lib/stock/imports/run-import";

// A worker that dies before the next batch of an import is committed. Its configuration comes with the environment.
setLogLevel("silent");
await checkKeys();
armFailpoint("before-commit");
await runImport(Number(process.argv[2]));
