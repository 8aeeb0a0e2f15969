/**
 * Loaded before a shop's own program (`node --import`): writes each of its statements into the file that `STATEMENTS_FILE` names.
 */
import { appendFileSync } from "node:fs";
import { writeStatement } from "../harness/statement-file";
import { onStatement } from "../harness/statements";

const file = process.env.STATEMENTS_FILE;
if (file) onStatement((statement) => appendFileSync(file, writeStatement(statement)));
