import * as oauth from "oauth4webapi";
import { now } from "../../core/clock";
import { discover, guarded } from "./discover";
import { type Identity, toIdentity } from "./identity";
import type { OpenProvider } from "./providers";

/** Secrets of one log-in, kept by the browser that was sent off. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Without a word of the provider it is HTTP's own way; a client without a secret proves itself by the code's verifier. */
function authenticationOf(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  if (secret === "") return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic") || !methods.includes("client_secret_post")
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}

/** Reads name and address where they were asked for and the ID token lacks them: some tell them in an answer of its own. */
async function readFurther(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  { token, claims, scopes }: { token: string; claims: oauth.IDToken; scopes: readonly string[] },
) {
  const lacksEmail = scopes.includes("email") && !claims.email;
  const lacksName = scopes.includes("profile") && !claims.name && !claims.preferred_username;
  if (!server.userinfo_endpoint || !(lacksEmail || lacksName)) return {};
  const answer = await oauth.userInfoRequest(server, client, token, guarded());
  return oauth.processUserInfoResponse(server, client, claims.sub, answer);
}

/**
 * C191: takes the code to the provider and believes its signed answer alone: for this client, this log-in and this browser.
 * @throws what the library throws at anything else
 */
export async function exchangeCode(
  provider: OpenProvider,
  { answer, checks, callbackUrl }: { answer: URLSearchParams; checks: Checks; callbackUrl: string },
): Promise<Identity> {
  const server = await discover(provider.issuer);
  const client: oauth.Client = {
    client_id: provider.clientId,
    [oauth.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
  };
  const proven = oauth.validateAuthResponse(server, client, answer, checks.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticationOf(server, provider.secret),
    proven,
    callbackUrl,
    checks.verifier,
    guarded(),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: checks.nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, guarded());
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (!claims || claims.sub.length > 255) throw new Error("the ID token names nobody");
  const asked = { token: tokens.access_token, claims, scopes: provider.scopes.split(" ") };
  const further = await readFurther(server, client, asked);
  return toIdentity(provider, { ...further, ...claims });
}
