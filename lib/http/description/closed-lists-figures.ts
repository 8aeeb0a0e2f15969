/** Words of the admin's API about how the shop stands and what it earns. */
export const figureLists = {
  NeedKind: {
    database: "takes writes",
    worker: "does what follows from orders",
    disk: "has room",
    clock: "is right",
    channel: "takes payments",
    stock: "is there to sell",
    supplier: "a main site delivers",
    mail: "mails are taken",
    messenger: "messages to the operator are taken",
    backup: "is made, and not old",
  },
  NeedState: {
    good: "works",
    failing: "does not work",
    untried: "nobody has tried it yet",
    missing: "there is none",
  },
  ProfitGrouping: {
    product: "by product",
    sku: "by option",
    category: "by category",
    channel: "by payment channel",
    buyer: "by guests, members and each agent site",
    supplier: "by the main site that an option is bought from today",
    coupon: "by coupon",
  },
  ProfitRowKind: {
    one: "one thing of this kind",
    none: "lines without such a thing",
    rest: "everything in no other row",
  },
} as const;
