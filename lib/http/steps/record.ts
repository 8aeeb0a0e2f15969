import { log } from "../../core/process/log";
import { loggedCaller, loggedPath } from "../logged-request";
import type { Answered } from "./answer";
import type { Call } from "./call";

/** Writes the row of a signed call and the one line of the log. */
export async function record(call: Call, { response, statusCode, told }: Answered): Promise<void> {
  const { request, path, client, reply } = call;
  const latencyMs = Math.round(performance.now() - call.started);
  await call
    .record?.({ httpStatus: response.status, statusCode, latencyMs, told })
    .catch((error: unknown) => {
      log.error({ error, path }, "a signed call could not be recorded");
    });
  log.info(
    {
      method: request.method,
      path: loggedPath(path),
      status: response.status,
      status_code: statusCode,
      ms: latencyMs,
      ...loggedCaller(client.ip, reply.actor),
    },
    "request",
  );
}
