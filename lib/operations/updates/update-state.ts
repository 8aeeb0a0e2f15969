import { existsSync } from "node:fs";
import { chmod, mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { now } from "../../core/clock";
import type { Problem, Told } from "../../core/refusals/refusal";
import { toldShape } from "../../core/refusals/told-shape";
import { type UpdateStep, updateActs, updateOutcomes, updateSteps, versionText } from "./state";
import type { Versions } from "./versions";

const stateShape = z.object({
  act: z.enum(updateActs),
  from: versionText,
  to: versionText,
  outcome: z.enum(updateOutcomes),
  steps: z.array(z.object({ step: z.enum(updateSteps), at: z.iso.datetime() })),
  ended_at: z.iso.datetime().nullable(),
  problem: toldShape.nullable(),
  /** Name of the backup that was made. */
  backup: z.string().nullable(),
  /** Migration after which `from` cannot work with the database: the way back is then the backup. */
  bars_return: z.string().nullable(),
  /** Version that a rollback goes back to. */
  former: versionText.nullable(),
  /** How long the new version may take to get ready. */
  patience_seconds: z.int(),
});
export type UpdateState = z.output<typeof stateShape>;

/** A version that changes nothing of the schema gets ready in this time, or goes. */
const patienceSeconds = 90;

const fileOf = ({ work }: Pick<Versions, "work">) =>
  path.join(/* turbopackIgnore: true */ work, "state.json");
const markOf = ({ work }: Pick<Versions, "work">) =>
  path.join(/* turbopackIgnore: true */ work, "updater.json");

/** The last update of this installation, or the one that is going on; `null`: there was none. */
export async function readUpdateState(versions: Pick<Versions, "work">): Promise<UpdateState | null> {
  const text = await readFile(fileOf(versions), "utf8").catch(() => "null");
  try {
    return stateShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Written whole: who reads it, or comes after a power cut, finds the former state or this one. */
async function writeWhole(file: string, value: unknown): Promise<void> {
  const draft = `${file}.draft`;
  const handle = await open(draft, "w", 0o644);
  try {
    // The shop reads it, whatever mask root has.
    await handle.chmod(0o644);
    await handle.writeFile(JSON.stringify(value));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** Makes the updater's folder, which the shop may read. */
export async function openWork({ work }: Versions): Promise<void> {
  await mkdir(work, { recursive: true });
  await chmod(work, 0o755);
}

/** Tells the admin that requests are taken here. */
export const noteUpdater = (versions: Versions): Promise<void> =>
  writeWhole(markOf(versions), { at: now().toISOString() });

export const hasUpdater = (versions: Versions): boolean => existsSync(markOf(versions));

/** State of one update, which is on the disk before what it tells begins. */
export class UpdateRecord {
  constructor(
    readonly versions: Versions,
    readonly state: UpdateState,
    readonly say: (line: string) => void,
    /** Called once, when the state is kept for the first time. */
    private onNoted?: () => void,
  ) {}

  async note(change: Partial<UpdateState>): Promise<void> {
    Object.assign(this.state, change);
    await writeWhole(fileOf(this.versions), this.state);
    this.onNoted?.();
    this.onNoted = undefined;
  }

  begin(step: UpdateStep): Promise<void> {
    this.say(step);
    return this.note({ steps: [...this.state.steps, { step, at: now().toISOString() }] });
  }

  end(outcome: UpdateState["outcome"], problem: Problem | Told | null = null): Promise<void> {
    return this.note({ outcome, ended_at: now().toISOString(), problem });
  }

  /** How often a step was begun. */
  timesOf(wanted: UpdateStep): number {
    return this.state.steps.filter(({ step }) => step === wanted).length;
  }
}

/** @param former what a rollback would go back to so far */
export const newState = (
  act: UpdateState["act"],
  versions: { from: string; to: string; former: string | null },
  patience = patienceSeconds,
): UpdateState => ({
  act,
  ...versions,
  outcome: "running",
  steps: [],
  ended_at: null,
  problem: null,
  backup: null,
  bars_return: null,
  patience_seconds: patience,
});
