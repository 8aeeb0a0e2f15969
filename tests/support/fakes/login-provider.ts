import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

/** Claims of the people whom a provider knows, by the name that they type there. */
export type People = Record<string, Record<string, unknown>>;

export interface LoginProviderOptions {
  callbackUrls: string[];
  /** Claims that come with the ID token; else an answer of its own tells them. */
  tellsInToken?: boolean;
}

type Bend = (path: string, body: string) => string | number;

/** An OpenID provider: `oidc-provider`, certified by the OpenID Foundation, as a server on loopback with its own pages to log in at. */
export async function startLoginProvider({ callbackUrls, tellsInToken = false }: LoginProviderOptions) {
  const people: People = {};
  let bend: Bend | null = null;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  // Another site than the shop at localhost, as providers are.
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const client = { id: "shop", secret: "a-secret-of-the-shop-alone" };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: callbackUrls,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
    conformIdTokenClaims: !tellsInToken,
    findAccount: (_, name) => ({
      accountId: name,
      claims: () => ({ ...people[name], sub: name }),
    }),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "fake" }] },
    cookies: { keys: ["a key of the fake"] },
    ttl: {
      Session: 600,
      Interaction: 600,
      Grant: 600,
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
  });
  const answer = provider.callback();
  handle = (request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    if (bend) bendAnswer(response, path, bend);
    void answer(request, response);
  };
  return {
    issuer,
    client,
    people,
    /** Signs what it says. */
    privateKey,
    /** Changes what it answers to the shop; a number is the status of an answer without a body. */
    bends(change: Bend | null) {
      bend = change;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type FakeLoginProvider = Awaited<ReturnType<typeof startLoginProvider>>;

function bendAnswer(response: ServerResponse, path: string, bend: Bend): void {
  const end = response.end.bind(response);
  response.end = ((chunk?: unknown, ...rest: unknown[]) => {
    if (typeof chunk !== "string" && !Buffer.isBuffer(chunk)) return end(chunk as never, ...(rest as []));
    const bent = bend(path, chunk.toString());
    if (typeof bent === "number") {
      response.statusCode = bent;
      response.removeHeader("content-length");
      return end();
    }
    response.setHeader("content-length", Buffer.byteLength(bent));
    return end(bent);
  }) as typeof response.end;
}

/**
 * Somebody who is sent to the provider and agrees there, without a browser.
 * @returns the address of the shop that they are sent back to
 */
export async function agreeAt(provider: FakeLoginProvider, address: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const ask = async (url: string, form?: Record<string, string>) => {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join("; ") },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
    return answer;
  };
  let url = address;
  for (let step = 0; step < 12; step += 1) {
    if (!url.startsWith(provider.issuer)) return new URL(url);
    let answer = await ask(url);
    const page = answer.status === 200 ? await answer.text() : "";
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action && prompt) answer = await ask(action, { prompt, login: name, password: "any" });
    const target = answer.headers.get("location");
    if (!target) throw new Error(`the provider answers ${answer.status} at ${url}: ${page.slice(0, 500)}`);
    url = new URL(target, url).href;
  }
  throw new Error("the provider leads round in a circle");
}
