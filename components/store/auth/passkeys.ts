import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import type { LoggedIn } from "@/lib/accounts/schema";
import type { OwnerProof } from "./owner-proof-form";
import { keepSession } from "./session";

export type PasskeyQuestion = Parameters<typeof startRegistration>[0]["optionsJSON"];
type LoginQuestion = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** Says in the reader's words that the browser gave no passkey: somebody closed its window, or it has none. */
const noPasskey = (sentence: string) => new ApiError({ httpStatus: 400, code: 0, msg: sentence });

const askForLogin = () => api<LoginQuestion>("/auth/passkeys/start", { method: "POST" });

async function logIn(credential: Awaited<ReturnType<typeof startAuthentication>>): Promise<void> {
  const { refresh_token } = await api<LoggedIn>("/auth/passkeys", { body: { credential } });
  await keepSession(refresh_token);
}

/** The browser opens its own window. */
export async function logInPasskey(none: string): Promise<void> {
  const optionsJSON = await askForLogin();
  const credential = await startAuthentication({ optionsJSON }).catch(() => {
    throw noPasskey(none);
  });
  await logIn(credential);
}

/**
 * The browser offers its passkeys in the field of the e-mail address, until one is chosen or the signal is aborted.
 * @returns whether one was chosen, and opened the account
 */
export async function logInFromField(signal: AbortSignal): Promise<boolean> {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return false;
    const optionsJSON = await askForLogin();
    // A later offer would close the window that the button opened meanwhile.
    signal.throwIfAborted();
    signal.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony(), { once: true });
    await logIn(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
    return true;
  } catch {
    // Nobody pressed anything: the form and the button are there.
    return false;
  }
}

export const askForNewPasskey = (proof: OwnerProof): Promise<PasskeyQuestion> =>
  api<PasskeyQuestion>("/me/passkeys/start", { body: proof });

export async function makePasskey(
  optionsJSON: PasskeyQuestion,
  name: string,
  texts: { none: string; already: string },
): Promise<void> {
  const credential = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    const isThere =
      cause instanceof WebAuthnError && cause.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    throw noPasskey(isThere ? texts.already : texts.none);
  });
  await api("/me/passkeys", { body: { name, credential } });
}
