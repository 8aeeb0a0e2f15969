import type { Language } from "../language";
import { alerts } from "./alerts";
import { gatewayLines } from "./gateway-lines";
import { livingNotices } from "./living-notices";
import { mailFooters, mailNames, mails } from "./mails";
import { operatorEvents } from "./operator-events";
import { inputRefusals } from "./refusals-input";
import { stateRefusals } from "./refusals-state";
import { statuses, things, types } from "./refusals-words";
import { tasks } from "./tasks";

export const language: Language = {
  alerts,
  mails,
  mailFooters,
  sampleProduct: "Sample product",
  mailNames,
  operatorEvents,
  livingNotices,
  gatewayLines,
  tasks,
  refusals: { ...inputRefusals, ...stateRefusals },
  refusalWords: { what: things, expected: types, status: statuses },
};
