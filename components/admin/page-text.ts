import type { Messages } from "@/messages/areas";

type AdminArea = keyof Messages & `admin${string}`;

type PlacesIn<A extends string, M, K extends string> =
  | (M extends Record<K, string> ? A : never)
  | { [N in keyof M & string]: M[N] extends Record<K, string> ? `${A}.${N}` : never }[keyof M & string];

/** The places in the texts of the admin pages that have all these keys: "admin-money.refunds". */
export type TextWith<K extends string> = { [A in AdminArea]: PlacesIn<A, Messages[A], K> }[AdminArea];
