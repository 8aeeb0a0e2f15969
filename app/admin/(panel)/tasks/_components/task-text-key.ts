import type { TaskKind } from "@/lib/reports/schema";

type Underscored<K extends string> = K extends `${infer A}.${infer B}` ? `${A}_${B}` : K;

/** A dot in a message's key would begin a group. */
export const taskTextKey = <K extends TaskKind>(kind: K) => kind.replace(".", "_") as Underscored<K>;
