import { db } from "../../db/client";
import { offerDeviceOf } from "./decide-offer";
import { type OfferDevice, offerRules } from "./schema";

/** Traits by which the rules of all channels in use tell readers apart. */
interface Distinctions {
  byDevice: boolean;
  countries: ReadonlySet<string>;
}

const cacheMs = 1_000;

// On globalThis: the front server reads it, and a write in one of Next's bundles forgets it.
declare global {
  var keyshelfDistinctions: { value: Promise<Distinctions>; until: number } | undefined;
}
const holder = globalThis;

async function readDistinctions(): Promise<Distinctions> {
  const rows = await db().paymentChannel.findMany({
    where: { isActive: true, offerRules: { not: {} } },
    select: { offerRules: true },
  });
  const rules = rows.map((row) => offerRules.parse(row.offerRules));
  return {
    byDevice: rules.some(({ devices }) => devices.length > 0),
    countries: new Set(rules.flatMap(({ countries }) => countries)),
  };
}

function getDistinctions(): Promise<Distinctions> {
  const held = holder.keyshelfDistinctions;
  if (held && held.until > performance.now()) return held.value;
  const value = readDistinctions();
  holder.keyshelfDistinctions = { value, until: performance.now() + cacheMs };
  value.catch(forgetDistinctions);
  return value;
}

/** After a write in this process. */
export const forgetDistinctions = (): void => {
  holder.keyshelfDistinctions = undefined;
};

const userAgents: Record<OfferDevice, string> = {
  desktop: "Mozilla/5.0",
  phone: "Mozilla/5.0 (Linux; Android) Mobile",
  wechat: "Mozilla/5.0 (Linux; Android) Mobile MicroMessenger/8",
};

export interface ReaderTraits {
  /** In place of the reader's own: one for all readers with a device of this kind. */
  userAgent: string | null;
  country: string | null;
}

export const noTraits: ReaderTraits = { userAgent: null, country: null };

/**
 * As much of a reader as the channels' rules ask for, so that a page can be kept for all readers who are alike in it. A
 * country that no rule names is like any other.
 */
export async function readerTraits(reader: {
  userAgent: string;
  country: () => Promise<string | null>;
}): Promise<ReaderTraits> {
  // Without a database the pages say so themselves.
  const distinctions = await getDistinctions().catch(() => null);
  if (!distinctions) return noTraits;
  const { byDevice, countries } = distinctions;
  const country = countries.size > 0 ? await reader.country() : null;
  return {
    userAgent: byDevice ? userAgents[offerDeviceOf(reader.userAgent)] : null,
    country: country !== null && countries.has(country) ? country : null,
  };
}
