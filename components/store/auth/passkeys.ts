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
import type { OwnerProof } from "./owner-proof";
import { keepSession } from "./session";

export type PasskeyQuestion = Parameters<typeof startRegistration>[0]["optionsJSON"];
type LoginQuestion = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** Says in the reader's words that the browser gave no passkey: somebody closed its window, or it has none. */
const noPasskey = (sentence: string) => new ApiError({ httpStatus: 400, code: 0, msg: sentence });

async function logIn(useBrowserAutofill: boolean, none: string): Promise<void> {
  const optionsJSON = await api<LoginQuestion>("/auth/passkeys/start", { method: "POST" });
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => {
    throw noPasskey(none);
  });
  const { refresh_token } = await api<LoggedIn>("/auth/passkeys", { body: { credential } });
  await keepSession(refresh_token);
}

/** The browser opens its own window. */
export const logInPasskey = (none: string): Promise<void> => logIn(false, none);

/**
 * The browser offers its passkeys in the field of the e-mail address, until one is chosen.
 * @returns whether one was, and opened the account
 */
export async function logInFromField(): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill())) return false;
  return logIn(true, "").then(
    () => true,
    // Nobody pressed anything: the form and the button are there.
    () => false,
  );
}

export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony();

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
