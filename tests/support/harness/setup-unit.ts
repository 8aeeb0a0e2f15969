import { afterEach, beforeEach } from "vitest";
import { testClock } from "@/lib/core/clock";
import { setLogLevel } from "@/lib/core/process/log";
import "./seed";
import { applyTestConfig, restoreConfig } from "./test-config";

applyTestConfig({});
setLogLevel("silent");

beforeEach(() => testClock.reset());
afterEach(restoreConfig);
