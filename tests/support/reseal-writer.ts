import { setLogLevel } from "@/lib/core/log";
import { checkKeys } from "@/lib/db/check-keys";
import { resealValues } from "@/lib/db/reseal-values";

// A worker that is killed while it seals anew. Its configuration comes with the environment.
setLogLevel("silent");
await checkKeys();
await resealValues(600_000, async () => undefined);
