import { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import type { CaptchaAnswer } from "@/components/store/captcha-field";
import type { LoggedIn, LoginResult, Tokens } from "@/lib/accounts/schema";
import { forgetGoods } from "../offline/kept-goods";
import { enter } from "./enter";

type WithCaptcha = { captcha?: CaptchaAnswer };

/** Logs in, or answers the challenge of an account with a second factor. */
export async function logIn(credentials: { email: string; password: string } & WithCaptcha) {
  const result = await api<LoginResult>("/auth/login", { body: credentials });
  if (result.requires_totp && result.challenge_token) return { challenge: result.challenge_token };
  await keepSession(result.refresh_token ?? "");
  return { challenge: null };
}

export async function logInTotp(proof: {
  challenge: string;
  code?: string;
  recoveryCode?: string;
}): Promise<void> {
  const result = await api<LoggedIn>("/auth/login/totp", {
    body: { challenge_token: proof.challenge, code: proof.code, recovery_code: proof.recoveryCode },
  });
  await keepSession(result.refresh_token);
}

export async function signUp(
  account: { email: string; code: string; password: string; nickname?: string } & WithCaptcha,
): Promise<void> {
  const result = await api<LoggedIn>("/auth/register", { body: account });
  await keepSession(result.refresh_token);
}

/** Opens an account for somebody whom a log-in provider named. */
export async function signUpIntroduced(body: {
  introduction_token: string;
  email: string;
  code: string;
}): Promise<void> {
  const result = await api<LoggedIn>("/auth/introductions", { body });
  await keepSession(result.refresh_token);
}

/** Ends every other session. The new tokens belong to this one; the cookie already names it. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await api<Tokens>("/me/password", {
    method: "PUT",
    body: { old_password: oldPassword, new_password: newPassword },
  });
}

export async function logOut(): Promise<void> {
  forgetGoods();
  await postToNextAuth("signout", {});
}

/** Gives the refresh token up for the session cookie: no token stays where script could read it. */
export async function keepSession(refreshToken: string): Promise<void> {
  const response = await postToNextAuth("callback/user", { refresh_token: refreshToken });
  const { url }: { url?: string } = await response.json().catch(() => ({}));
  if (response.ok && url && !new URL(url, window.location.href).searchParams.has("error")) return;
  throw new ApiError({ httpStatus: response.status, code: 40102, msg: "The session could not be opened" });
}

/** Sends the browser to a log-in provider; it comes back by itself. `problem` says in the reader's words that it does not answer. */
export async function goToProvider(key: string, next: string, problem: string): Promise<never> {
  const response = await postToNextAuth(`signin/${key}`, {}, next);
  const { url }: { url?: string } = await response.json().catch(() => ({}));
  if (!response.ok || !url || new URL(url, window.location.href).origin === window.location.origin)
    throw new ApiError({ httpStatus: 400, code: 0, msg: problem });
  return enter(url);
}

/** Sends what next-auth's own client would, without its 10 kB. */
async function postToNextAuth(
  action: string,
  fields: Record<string, string>,
  callbackUrl = "/",
): Promise<Response> {
  try {
    const { csrfToken }: { csrfToken: string } = await fetch("/api/auth/csrf", { cache: "no-store" }).then(
      (answer) => answer.json(),
    );
    return await fetch(`/api/auth/${action}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...fields, csrfToken, callbackUrl, json: "true" }),
    });
  } catch {
    throw new ApiError({ httpStatus: 0, code: 0, msg: "The shop cannot be reached" });
  }
}
