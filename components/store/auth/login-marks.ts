export const loginMarks = ["auth0", "gitlab", "google", "keycloak", "line", "okta", "telegram"] as const;
type LoginMark = (typeof loginMarks)[number];

/** Addresses by which providers call themselves. */
const byIssuer: readonly [RegExp, LoginMark][] = [
  [/^https:\/\/accounts\.google\.com\/?$/, "google"],
  [/^https:\/\/oauth\.telegram\.org\/?$/, "telegram"],
  [/^https:\/\/access\.line\.me\/?$/, "line"],
  [/^https:\/\/gitlab\.com\/?$/, "gitlab"],
  [/^https:\/\/[^/]+\.auth0\.com\/?$/, "auth0"],
  [/^https:\/\/[^/]+\.okta\.com(?:\/|$)/, "okta"],
  [/^https?:\/\/[^/]+(?:\/auth)?\/realms\/[^/]+\/?$/, "keycloak"],
];

/** Mark of a provider that is known by its address; null of another. */
export const loginMarkOf = (issuer: string): LoginMark | null =>
  byIssuer.find(([pattern]) => pattern.test(issuer))?.[1] ?? null;
