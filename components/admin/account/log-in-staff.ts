const kinds = [
  "totp_required",
  "totp_invalid",
  "unauthorized",
  "account_disabled",
  "one_time_password_over",
  "rate_limited",
  "offline",
  "internal",
] as const;

export type StaffRefusal = { kind: (typeof kinds)[number]; seconds: number };

/** Opens the cookie session with next-auth, whose answer names the reason of a refusal in its address. */
export async function logInStaff(fields: {
  email: string;
  password: string;
  code?: string;
}): Promise<"welcome" | StaffRefusal> {
  try {
    const { csrfToken }: { csrfToken: string } = await fetch("/api/auth/csrf", { cache: "no-store" }).then(
      (answer) => answer.json(),
    );
    const response = await fetch("/api/auth/callback/staff", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...fields, csrfToken, callbackUrl: "/admin", json: "true" }),
    });
    const { url }: { url?: string } = await response.json();
    const reason = url ? new URL(url, window.location.href).searchParams.get("error") : "internal";
    if (response.ok && reason === null) return "welcome";
    const [name, seconds] = (reason ?? "internal").split(":");
    const kind =
      name === "malformed" ? "unauthorized" : (kinds.find((known) => known === name) ?? "internal");
    return { kind, seconds: Number(seconds ?? 0) };
  } catch {
    return { kind: "offline", seconds: 0 };
  }
}
