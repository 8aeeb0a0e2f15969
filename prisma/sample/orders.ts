/** A month of sales: enough for the charts, the lists and the tasks to show what they are for. No name is a person's. */

interface SampleBuyer {
  email: string;
  /** Has an account: these buy as members. */
  isMember?: true;
  locale?: "zh";
}

export const buyers: readonly SampleBuyer[] = [
  { email: "ada@example.com", isMember: true },
  { email: "bruno@example.org" },
  { email: "chen.lin@example.net", locale: "zh" },
  { email: "dana@example.com" },
  { email: "emil@example.org", isMember: true },
  { email: "farah@example.net" },
  { email: "gus@example.com" },
  { email: "hana@example.org" },
  { email: "ivo@example.net", isMember: true },
  { email: "june@example.com" },
  { email: "wang.wei@example.org", locale: "zh" },
  { email: "kofi@example.net" },
  { email: "lena@example.com" },
  { email: "marta@example.org" },
  { email: "nils@example.net", isMember: true },
  { email: "olga@example.com" },
  { email: "paul@example.org" },
  { email: "zhao.min@example.net", locale: "zh" },
  { email: "quinn@example.com" },
];

/** Options that sell, the best first; by their codes. */
const shelf = [
  "TIDEMILL",
  "LANTERN-STD",
  "PGP-1Y1",
  "ORCHARD-PC",
  "HEDGE-1M",
  "TIDEMILL",
  "MARI-25",
  "COUNTER",
  "LANTERN-STD",
  "EMBER-3M",
  "LARK-1T",
  "LANTERN-DLX",
  "PGP-1Y1",
  "SALT-5G",
  "HEDGE-12M",
  "ORCHARD-PC",
  "PGP-1Y3",
  "MARI-10",
  "ORCHARD-CON",
] as const;

/** `expired` and `canceled` were never paid; `twice` was paid twice, and the second payment has to go back. */
type Outcome = "paid" | "expired" | "canceled" | "twice";

interface SampleOrder {
  secondsAgo: number;
  code: string;
  quantity: number;
  buyer: SampleBuyer;
  outcome: Outcome;
  coupon?: string;
  /** Made by hand: what the buyer filled in, and what was delivered; without that it still waits. */
  answers?: Record<string, string>;
  delivered?: string;
}

const count = 60;
/** Within the 30 days that the overview shows: there is nothing before to compare them with. */
const spanSeconds = 28.8 * 86_400;

const special: Readonly<Record<number, Partial<SampleOrder>>> = {
  7: { outcome: "expired" },
  10: {
    code: "PORTRAIT-1",
    quantity: 1,
    answers: { subject: "My grandmother", mood: "Calm", photo_link: "https://photos.example.com/1204.jpg" },
    delivered: "https://studio.example.com/files/portrait-1204.tif",
  },
  12: { code: "MARI-25", quantity: 2, coupon: "WELCOME10" },
  15: { outcome: "canceled" },
  21: { code: "PGP-1Y1", quantity: 5 },
  23: { outcome: "expired" },
  26: {
    code: "PORTRAIT-2",
    quantity: 1,
    answers: {
      subject: "Two cats",
      mood: "Solemn",
      photo_link: "https://photos.example.com/cats.jpg",
      wishes: "The left one is the elder.",
    },
    delivered: "https://studio.example.com/files/cats-final.tif",
  },
  30: { code: "PGP-1Y3", quantity: 1, coupon: "WELCOME10" },
  34: { outcome: "canceled" },
  41: { outcome: "expired" },
  45: { outcome: "twice" },
  52: {
    code: "PORTRAIT-1",
    quantity: 1,
    answers: { subject: "My brother", mood: "Cheerful", photo_link: "https://photos.example.com/b.jpg" },
  },
  57: {
    code: "PORTRAIT-1",
    quantity: 1,
    answers: { subject: "Our dog", mood: "Surprise me", photo_link: "https://photos.example.com/dog.jpg" },
  },
};

/** Oldest first, a little more often each week. */
export const sampleOrders: readonly SampleOrder[] = Array.from({ length: count }, (_, n) => ({
  secondsAgo: Math.round(spanSeconds * ((count - n) / count) ** 1.2),
  code: shelf[(n * 5) % shelf.length] ?? "TIDEMILL",
  quantity: n % 9 === 4 ? 2 : 1,
  buyer: buyers[(n * 7) % buyers.length] as SampleBuyer,
  outcome: "paid",
  ...special[n],
}));
