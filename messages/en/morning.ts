import type { MorningTexts } from "../language";

export const morning: MorningTexts = {
  happened: ({ since, orders, revenue, refunded }) => {
    const time = since === null ? "In the last 24 hours" : `Since ${since}`;
    const sold =
      orders === 0
        ? `${time} nothing was sold`
        : `${time} ${orders === 1 ? "one order was" : `${orders} orders were`} paid: ${revenue}`;
    return refunded === null ? `${sold}.` : `${sold}, and ${refunded} refunded.`;
  },
  waiting: (count, first) => {
    if (count === 0) return "Nothing waits for a person.";
    const things = count === 1 ? "One thing waits" : `${count} things wait`;
    return first === null ? `${things} for a person.` : `${things} for a person, first of all: ${first}`;
  },
  works: (failing, untried) => {
    const waits = untried.length === 0 ? "" : ` Not tried yet: ${untried.join("; ")}.`;
    return failing.length === 0
      ? `Everything that a sale needs works.${waits}`
      : `Needs attention: ${failing.join("; ")}.${waits}`;
  },
  needs: {
    database: "Database",
    worker: "Work in the background",
    disk: "Room on the disk",
    clock: "Clock of this server",
    channel: "Payment channel",
    stock: "Options on sale",
    supplier: "Main site",
    mail: "Mail server",
    messenger: "Messages to the operator",
    backup: "Backup",
  },
};
