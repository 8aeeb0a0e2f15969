/** The only place that reads the environment. Empty counts as unset, as in a compose file with `KEY=`. */
export function readEnvironment(): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && value !== "") set[name] = value;
  }
  return set;
}

/** The proxy that calls to other hosts go through, and hosts that are called without one, by the names that every program reads. */
export function outgoingProxies(): { httpProxy?: string; httpsProxy?: string; noProxy?: string } {
  const set = readEnvironment();
  const of = (name: string) => set[name.toLowerCase()] ?? set[name];
  const [httpProxy, httpsProxy, noProxy] = [of("HTTP_PROXY"), of("HTTPS_PROXY"), of("NO_PROXY")];
  return {
    ...(httpProxy ? { httpProxy } : {}),
    ...(httpsProxy ? { httpsProxy } : {}),
    ...(noProxy ? { noProxy } : {}),
  };
}

/** libfaketime moves this process's clock (tests do that): the server that we start keeps the same time. */
const movedClock = (): Record<string, string | undefined> =>
  process.env.FAKETIME
    ? {
        LD_PRELOAD: process.env.LD_PRELOAD,
        FAKETIME: process.env.FAKETIME,
        FAKETIME_DONT_FAKE_MONOTONIC: process.env.FAKETIME_DONT_FAKE_MONOTONIC,
      }
    : {};

/** For the database server, which needs nothing of ours: no key and no address is handed to it. */
export const bareEnvironment = (): NodeJS.ProcessEnv => ({
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: "C",
  TZ: "UTC",
  ...movedClock(),
});

/** The address of the database that the start has launched, for everything that runs in this process. */
export function publishDatabaseUrl(url: string): void {
  process.env.DATABASE_URL = url;
}

/** For another program of ours that works as another user: all that this one was told, with a home that user has. */
export const environmentAt = (home: string): NodeJS.ProcessEnv => ({ ...process.env, HOME: home });
