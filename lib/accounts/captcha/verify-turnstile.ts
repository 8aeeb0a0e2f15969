import { log } from "../../core/process/log";

const endpoint = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const timeoutMs = 5_000;

/** False as well when the service cannot be asked: a check that cannot be made is not passed. */
export async function verifyTurnstile(
  check: { secret: string; token: string; ip: string },
  url: string = endpoint,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ secret: check.secret, response: check.token, remoteip: check.ip }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const result: unknown = await answer.json();
    return typeof result === "object" && result !== null && "success" in result && result.success === true;
  } catch (error) {
    log.warn({ error }, "Turnstile could not be asked");
    return false;
  }
}
