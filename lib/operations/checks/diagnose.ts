import { statSync } from "node:fs";
import path from "node:path";
import { getConfig } from "../../config/config";
import { shopCommand, workerCommand } from "../../config/home";
import { now } from "../../core/clock";
import { sayProblem } from "../../core/refusals/noted";
import { db, directAddress } from "../../db/client";
import { pendingMigrations } from "../../db/migrations/migrate";
import { verifyMailServer } from "../../notifications/mails/mail-transport";
import { readMailServer } from "../../notifications/server/mail-server";
import { findRefusedGateways } from "../../payments/channels/gateway-targets";
import { readBackupState } from "../backup/backup-state";
import { readJournalState } from "../journal/journal-state";
import { readQueueState } from "../queue-state";
import { describeDatabase } from "../sql/health";
import { freeSpace, isLow } from "../watch-disk";
import type { Finding } from "./check-shop";
import { checkSoldFiles, countFolders } from "./check-sold-files";

export interface Diagnosis extends Finding {
  /** Remedy for the operator. */
  remedy?: string;
}

type Check = () => Promise<Diagnosis | Diagnosis[]>;

const good = (check: string, detail: string): Diagnosis => ({ check, ok: true, detail });
const wrong = (check: string, detail: string, remedy: string): Diagnosis => ({
  check,
  ok: false,
  detail,
  remedy,
});

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`;

async function checkSchema(): Promise<Diagnosis> {
  const { length } = await pendingMigrations(directAddress());
  return length === 0
    ? good("schema", "of this version")
    : wrong(
        "schema",
        `${length} migrations of this version are not applied`,
        "Start the shop of this version once: it makes a backup and applies them. Some checks below may fail until then.",
      );
}

async function checkDatabase(): Promise<Diagnosis[]> {
  const row = await describeDatabase(db(), now());
  if (!row) throw new Error("The database gave no answer");
  const apart = Math.abs(row.apart);
  return [
    good("database", `PostgreSQL ${row.version}, ${row.size}`),
    apart < 5
      ? good("clock", `${apart.toFixed(1)} s from the database's`)
      : wrong("clock", `${apart.toFixed(0)} s from the database's`, "Set the clock of this machine by NTP."),
  ];
}

async function checkQueue(): Promise<Diagnosis[]> {
  const { workers, due, oldestDueSeconds } = await readQueueState();
  return [
    workers > 0
      ? good("worker", `${workers} running`)
      : wrong(
          "worker",
          "none is running",
          `Start the shop (worker: inline), or a worker: ${workerCommand()}.`,
        ),
    oldestDueSeconds < 300
      ? good("queue", `${due} jobs are due`)
      : wrong(
          "queue",
          `${due} jobs are due, the oldest for ${Math.round(oldestDueSeconds / 60)} min`,
          "Look into the log for jobs that fail, and start more workers when there are just many.",
        ),
  ];
}

async function checkMail(): Promise<Diagnosis[]> {
  const found = await readMailServer(db());
  if (!found) {
    return [
      wrong(
        "mail",
        "no server is set: mails wait in the outbox of the admin",
        "Set one in the admin (Mails → Mail server), or mail.smtp_url and mail.from.",
      ),
    ];
  }
  const problem = await verifyMailServer(found.server);
  const place = "url" in found.server ? "mail.smtp_url" : "the mail server in the admin";
  const server =
    problem === null
      ? good("mail", "the server takes our log-in")
      : wrong("mail", problem, `Correct ${place} (name, port, user, password).`);
  const failed = await db().mail.count({ where: { status: "failed" } });
  if (failed === 0) return [server];
  return [
    server,
    wrong("mails", `${failed} were given up`, "Look at Mails in the admin and send them again."),
  ];
}

async function checkPartners(): Promise<Diagnosis[]> {
  const [channels, failed] = await Promise.all([
    db().paymentChannel.count({ where: { isActive: true } }),
    db().callback.count({ where: { status: "failed" } }),
  ]);
  return [
    channels > 0
      ? good("payment channels", `${channels} on`)
      : wrong(
          "payment channels",
          "none is on",
          "Add or switch on a payment channel in the admin: nobody can pay.",
        ),
    failed === 0
      ? good("callbacks", "none was given up")
      : wrong("callbacks", `${failed} were given up`, "Look at Callbacks in the admin and send them again."),
  ];
}

async function checkGateways(): Promise<Diagnosis[]> {
  return (await findRefusedGateways(db())).map(({ name, refusal }) =>
    wrong(
      "gateway address",
      `of "${name}" ${refusal}`,
      "Correct it in the admin, or set payments.allow_private_networks for a gateway that you run yourself.",
    ),
  );
}

async function checkDisk(): Promise<Diagnosis[]> {
  return (await freeSpace()).map(({ folder, free, total }) =>
    isLow({ free, total })
      ? wrong(
          "disk",
          `${megabytes(free)} left for ${folder}`,
          "Free some space: the database stops when it is full.",
        )
      : good("disk", `${megabytes(free)} left for ${folder}`),
  );
}

async function checkBackup(): Promise<Diagnosis> {
  const { lastGoodAt, checkedAt, problem } = await readBackupState();
  const hours = lastGoodAt
    ? (now().getTime() - Date.parse(lastGoodAt)) / 3_600_000
    : Number.POSITIVE_INFINITY;
  if (problem)
    return wrong(
      "backup",
      sayProblem(problem),
      `Correct what it says, then: ${shopCommand("backup --prove")}`,
    );
  if (hours > 26) {
    const when = lastGoodAt ? `the last one is of ${lastGoodAt}` : "there is none";
    return wrong("backup", when, `${shopCommand("backup --prove")}, and look whether backup.nightly is on.`);
  }
  return good("backup", `${hours.toFixed(0)} h old, last restored ${checkedAt ?? "never"}`);
}

async function checkFiles(): Promise<Diagnosis[]> {
  const found = await checkSoldFiles();
  const folders = await countFolders();
  const inFolder = await db().fileVersion.count({ where: { status: "ready", storage: "folder" } });
  return [
    found.ok
      ? found
      : wrong(found.check, found.detail, "Copy them back from a backup, or upload them again in the admin."),
    ...(folders > 1 && inFolder > 0
      ? [
          wrong(
            "folders of files",
            `${folders} processes keep files for sale in folders of their own: a buyer finds a file only where it was uploaded`,
            "Let data_dir/files be one folder that all hosts share, or set files.s3.",
          ),
        ]
      : []),
  ];
}

const lateSeconds = 120;

async function checkJournal(): Promise<Diagnosis> {
  const state = await readJournalState();
  const seconds = state ? (now().getTime() - Date.parse(state.completeAt)) / 1000 : Number.POSITIVE_INFINITY;
  if (seconds < lateSeconds) return good("journal of sales", `${seconds.toFixed(0)} s old`);
  return wrong(
    "journal of sales",
    state ? `it ends at ${state.completeAt}` : "it was never begun",
    "A worker writes it beside the backups. Start one, or look into its log and at the place of the backups.",
  );
}

async function checkPermissions(): Promise<Diagnosis> {
  const file = path.join(getConfig().dataDir, "secrets.yaml");
  try {
    const open = process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
    return open
      ? wrong("permissions", `${file} can be read by others`, `chmod 600 ${file}`)
      : good("permissions", `${file} is yours alone`);
  } catch {
    return good("permissions", "the keys come from the configuration");
  }
}

async function checkVersions(): Promise<Diagnosis> {
  const major = Number(process.versions.node.split(".")[0]);
  return major >= 22
    ? good("node", process.versions.node)
    : wrong(
        "node",
        `${process.versions.node} is out of support`,
        "Node 24 is recommended; the shop runs on it.",
      );
}

const checks: Readonly<Record<string, Check>> = {
  schema: checkSchema,
  database: checkDatabase,
  queue: checkQueue,
  mail: checkMail,
  partners: checkPartners,
  gateways: checkGateways,
  disk: checkDisk,
  backup: checkBackup,
  journal: checkJournal,
  files: checkFiles,
  permissions: checkPermissions,
  node: checkVersions,
};

/** Looks at what usually goes wrong; each finding with the sentence that says what to do. */
export async function diagnose(): Promise<Diagnosis[]> {
  const findings: Diagnosis[] = [];
  for (const [check, run] of Object.entries(checks)) {
    // Prisma says the call first, and the reason in the last line.
    const reasonOf = ({ message }: Error) => message.trim().split("\n").at(-1) ?? "";
    const found = await run().catch((error: Error) => wrong(check, reasonOf(error), "Look into the log."));
    findings.push(...[found].flat());
  }
  return findings;
}
