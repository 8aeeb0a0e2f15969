import type { Page } from "playwright-core";

/** A phone or a password manager in the browser of a page, with a finger that can be taken off. */
export async function aVirtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether questions are answered as soon as they are asked. */
    answers: (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    /** Whether the finger is the right one. */
    knowsFinger: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    passkeys: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}
