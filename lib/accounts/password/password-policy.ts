import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { getSettings } from "../../settings/queries";

export const minPassword = 8;
/** For staff who have no second factor. */
const minStaffPassword = 15;
export const maxPassword = 128;

export const staffPasswordLength = ({ totpEnabledAt }: { totpEnabledAt: Date | null }): number =>
  totpEnabledAt ? minPassword : minStaffPassword;

let leaked: Promise<ReadonlySet<string>> | undefined;

async function readLeaked(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((password) => password.length >= minPassword));
}

/** Equal passwords typed on different keyboards are equal bytes. */
export const normalPassword = (password: string): string => password.normalize("NFKC");

const notLetters = /[^\p{L}]+/gu;

/** Names of the shop itself: the first words that somebody who guesses tries, with a year behind them. */
async function wordsOfShop(): Promise<string[]> {
  const { siteName } = await getSettings();
  const { hostname } = new URL(getConfig().server.baseUrl);
  const words = [...siteName.split(/\s+/), siteName, ...hostname.split(".")];
  return words
    .map((word) => word.toLowerCase().replace(notLetters, ""))
    .filter((word) => [...word].length >= 4);
}

/** Nothing but the shop's own words, digits and signs. */
function isOfShop(password: string, words: readonly string[]): boolean {
  const spelled = password.replace(notLetters, "");
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), spelled);
  return rest !== spelled && rest.length < 3;
}

const isSame = (password: string, other: string | undefined) =>
  other !== undefined && password === other.toLowerCase();

/**
 * Length, the list of passwords that attackers try first, the address itself and the shop's own name; no rules of composition.
 * @throws AppError `malformed`
 */
export async function checkNewPassword(
  password: string,
  { email, field = "password", min = minPassword }: { email?: string; field?: string; min?: number } = {},
): Promise<void> {
  const length = [...password].length;
  if (length < min) throw new AppError("malformed", refusal("too_short", { min }), { field });
  if (length > maxPassword)
    throw new AppError("malformed", refusal("too_long", { max: maxPassword }), { field });
  leaked ??= readLeaked();
  const plain = normalPassword(password).toLowerCase();
  const isRepetition = new Set(plain).size < 4;
  if (
    isRepetition ||
    (await leaked).has(plain) ||
    isOfShop(plain, await wordsOfShop()) ||
    isSame(plain, email) ||
    isSame(plain, email?.split("@")[0])
  ) {
    throw new AppError("malformed", "guessable", { field });
  }
}
