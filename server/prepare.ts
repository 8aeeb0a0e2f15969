// Run by server/serve.ts when the database has no staff yet: the first admin, and the sample shop when it is wanted.
import { createFirstAdmin } from "@/lib/accounts/staff/create-first-admin";
import { getConfig } from "@/lib/config/config";
import { setLogLevel } from "@/lib/core/process/log";
import { directAddress, disconnect } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections/guarded-client";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { addSampleOrders } from "@/prisma/add-sample-orders";
import { seedSampleShop } from "@/prisma/seed";
import { tellFirstPassword } from "./first-password";

const { sampleShop, sampleOrders, log } = getConfig();
setLogLevel(log.level);

// Two shops that start on one empty database at the same time: the second waits and finds it filled.
const lock = await openClient(directAddress(), "keyshelf-prepare", { patienceMs: null });
try {
  await lock.query("SELECT pg_advisory_lock(5174230022)");
  await checkKeys();
  if (sampleShop && (await seedSampleShop()) && sampleOrders) await addSampleOrders();
  const admin = await createFirstAdmin();
  if (admin) await tellFirstPassword(admin);
} finally {
  await lock.end();
  await disconnect();
}
