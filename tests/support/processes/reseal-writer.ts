import { setLogLevel } from "@/lib/core/process/log";
import { resealValues } from "@/lib/db/sealed/reseal-values";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";

// A worker that dies while it seals anew: after two slices, and within the next ones. Its configuration comes with the environment.
setLogLevel("silent");
await checkKeys();
const quietly = async () => undefined;
for (let slice = 0; slice < 2; slice++) await resealValues(0, quietly);
setTimeout(() => process.kill(process.pid, "SIGKILL"), 20);
await resealValues(600_000, quietly);
