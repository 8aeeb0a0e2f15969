import type { AlertTexts } from "../language";

const refusals: Record<string, string> = {
  merchant: "names another merchant account",
  amount: "names another amount",
  currency: "is in another currency",
  contradicted: "says paid after an earlier one said that this trade is over",
  query_unpaid: "is denied by the gateway when asked",
  query_differs: "is told otherwise by the gateway when asked",
  trade_no_reused: "repeats the trade number of another payment",
  signature: "has a wrong signature (was the key changed at the gateway?)",
};

export const alerts: AlertTexts = {
  "order.failed": ({ orderNo, title, reason }) =>
    `Order ${orderNo} is paid and not delivered: ${title}: ${reason ?? "unknown reason"}`,
  "order.delivery_late": ({ orderNo, title, reason }) =>
    `Your server has not delivered ${title} of ${orderNo} in time${reason ? ` (${reason})` : ""}: deliver it by hand, ask again or refund it`,
  "order.problem": ({ orderNo, text }) => `The buyer of ${orderNo} reports a problem: ${text}`,
  "stock.low": ({ title, sku, left }) => `${title} (${sku}) has ${left} left`,
  "stock.out": ({ title, sku }) => `${title} (${sku}) is sold out`,
  "stock.expired": ({ title, sku, count }) =>
    `${title} (${sku}): ${count} keys came too near their use-by date and were taken off sale`,
  "stock.twins": ({ title, sku, count, pairs }) =>
    `${title} (${sku}): ${count} keys are stored twice, in spellings that differ by blanks or unseen characters only: ${pairs}. Take one of each pair off sale`,
  "stock.text_old": ({ title, sku, days }) =>
    `The text of ${title} (${sku}) was not changed for ${days} days: change its password or link`,
  "stock.server_silent": ({ title, sku, reason }) =>
    `Your server does not say how many of ${title} (${sku}) there are: ${reason ?? "unknown reason"}. Look at the server; it is asked once a minute`,
  "payment.disputed": ({ orderNo, amount, reason, dueAt }) =>
    `The buyer of ${orderNo} disputes ${amount} (${reason}): ${dueAt ? `answer at the gateway until ${dueAt} UTC` : "answer at the gateway"}, with the evidence from the order's page. The order is frozen meanwhile`,
  "payment.dispute_lost": ({ orderNo, amount, disputeNo }) =>
    `The dispute ${disputeNo} of ${orderNo} is lost: the gateway took ${amount}. Book it on the order's page as a refund outside the shop that was paid already`,
  "payment.recharge_disputed": ({ rechargeNo, amount, reason, state }) =>
    state === "lost"
      ? `The dispute of the recharge ${rechargeNo} is lost: the gateway took ${amount}. Take it from the balance`
      : `The recharge ${rechargeNo} is disputed: ${amount} (${reason}). Answer at the gateway, and look at the account`,
  "payment.overpaid": ({ amount, orderNo, isGuest }) =>
    isGuest
      ? `${amount} came in for ${orderNo}, which did not need it: pay it back`
      : `${amount} came in for ${orderNo}, which did not need it: it was added to the buyer's balance`,
  "payment.refund_failed": ({ amount, orderNo, reason }) =>
    `The gateway did not send ${amount} of ${orderNo} back: ${reason}. Send it again, or pay it back by hand`,
  "payment.refund_open": ({ amount, orderNo }) =>
    `Whether ${amount} of ${orderNo} went back is not known after a day: look at the gateway's own pages`,
  "payment_channel.failing": ({ channel, reason }) =>
    `${channel} does not take payments: ${reason}. Test it on its page; the key or the address may have changed at the gateway`,
  "payment_channel.none": () =>
    "Products are on sale and nobody can pay: buyers see no payment channel. Add one, or switch one on",
  "payment_channel.rate_jumped": ({ channel, from, to, began }) =>
    `The exchange rate of ${channel} was fetched as ${to}, far from ${began ? `${began}, where the day began` : from}: ${from} stays in use until you take the new one on the channel's page`,
  "payment_channel.rate_old": ({ channel, since }) =>
    `The exchange rate of ${channel} is of ${since} UTC, and no newer one can be had: look at its source, or enter one`,
  "payment_channel.unusable": ({ channelId }) =>
    `The settings of payment channel ${channelId} cannot be used, and its gateway reports payments: correct them`,
  "payment.refused": ({ paymentNo, reason }) =>
    `A message about payment ${paymentNo} ${refusals[String(reason)] ?? `was refused (${reason})`}. Nothing was delivered for it.`,
  "callback.disabled": ({ site, isGone }) =>
    `Callbacks to ${site} are switched off: ${isGone ? "the receiver said that it is gone (410)" : "it has failed for five days"}. Correct the address and resend them.`,
  "callback.failed": ({ site, tries, reason }) =>
    `A callback to ${site} was given up after ${tries} attempts: ${reason}. It can be resent.`,
  "connection.sync_failed": ({ connection, reason }) =>
    `Products of ${connection} could not be pulled: ${reason}`,
  "upstream.below_cost": ({ title, connection, cost, price }) =>
    cost
      ? `${title} now costs ${cost} at ${connection} and was sold for ${price}: its sale is stopped`
      : `${title} costs more at ${connection} than it is sold for`,
  "upstream.refused": ({ connection, title, reason }) => `${connection} refuses to sell ${title}: ${reason}`,
  "purchase.delayed": ({ title, orderNo, reason }) =>
    `${title} (${orderNo}) is paid and waits for the main site: ${reason}`,
  "purchase.twice": ({ title, orderNo }) =>
    `${title} (${orderNo}): the main site delivered an order that had been replaced; the goods are unused`,
  "purchase.unused": ({ title, orderNo }) =>
    `${title} (${orderNo}): the main site delivered, but our order does not want the goods any more`,
  "purchase.refunded": ({ title, orderNo }) =>
    `${title} (${orderNo}): the main site refunded this order; refund the buyer if that is due`,
  "purchase.partly_refunded": ({ title, orderNo, amount }) =>
    `${title} (${orderNo}): the main site returned ${amount} of its price so far and left the goods; refund the buyer if that is due`,
  "purchase.incomplete": ({ title, orderNo, reason }) => `${title} (${orderNo}): ${reason}`,
  "purchase.repeated": ({ title, orderNo, reason }) =>
    `${title} (${orderNo}): ${reason}. Nothing was handed over: ask the main site for other goods, or deliver these under Purchases.`,
  "purchase.differs": ({ title, orderNo, reason, orders }) =>
    `${title} (${orderNo}): ${reason}. It is stopped before anything more is paid or handed over: look at both sides under Purchases and decide. Ordered there: ${orders}`,
  "purchase.changed": ({ title, orderNo, reason }) =>
    `${title} (${orderNo}): ${reason}. The buyer keeps the former ones until you decide under Purchases.`,
  "purchase.doubtful": ({ title, orderNo, reason, orders }) =>
    `${title} (${orderNo}): ${reason}, and may be paid there. Nothing else is ordered before you decide: ask the main site, then order another one under Purchases or refund the buyer. Ordered there: ${orders}`,
  "purchase.failed": ({ title, orderNo, reason, orders }) =>
    `${title} (${orderNo}): ${reason}. Refund the buyer or try again.${orders ? ` Ordered there: ${orders}` : ""}`,
  "mail.failed": ({ reason }) => `The mail server refuses our mails: ${reason}`,
  "notification.failed": ({ channel, reason }) => `Messages to ${channel} do not arrive: ${reason}`,
  "keys.resealed": ({ unreadable }) =>
    unreadable === 0
      ? "Everything is sealed with the new master key: former keys can be removed from security.previous_master_keys"
      : `${unreadable} sealed values cannot be opened with any configured key (the log names them): leave former keys listed`,
  "test_gateway.public": () =>
    "The test gateway is on at a public address: everybody gets every product for nothing. Set test_gateway: false before you sell",
  "test_gateway.off": ({ isOwnGoods }) =>
    isOwnGoods
      ? "The test gateway is off, because the shop has goods of its own: its payment channel is not offered. Set up a real channel, or set test_gateway: true to go on trying on this machine"
      : "The test gateway is off, because the shop has a public address: its payment channel is not offered. Set up a real channel",
  "deposit.low": ({ site, balance, limit }) =>
    `The deposit of ${site} is low: ${balance} is left, the limit is ${limit}`,
  "connection.pictures_skipped": ({ connection, title, count, url }) =>
    `${count === 1 ? "A picture" : `${count} pictures`} of ${title} could not be copied from ${connection}, among them ${url}: upload others on the product's page. A picture is PNG, JPEG, WebP, GIF, AVIF or a plain SVG drawing, at a public address`,
  "connection.needs_rate": ({ connection, theirs, ours }) =>
    `${connection} sells in ${theirs}, this shop in ${ours}: its goods are off sale and cannot be imported until you set a rate on its page`,
  "connection.deposit_low": ({ connection, balance }) =>
    `Our deposit at ${connection} is low: ${balance} is left. Orders above it are held until you pay in`,
  "connection.products_skipped": ({ connection, reason }) =>
    `${connection}: ${reason}. They keep the price and stock they had.`,
  "upstream.price_out_of_range": ({ title, connection, limit }) =>
    `${title} at ${connection} has a price above ${limit} by its rule: its sale is stopped`,
  "disk.low": ({ folder, megabytes }) =>
    `The disk of ${folder} has ${megabytes} MB left: the database stops when it is full`,
  "backup.old": ({ lastGoodAt, problem }) =>
    `${lastGoodAt ? `The last good backup is of ${lastGoodAt}` : "There is no backup"}${problem ? `; the last try failed: ${problem}` : ""}`,
  "backup.journal_late": ({ completeAt, problem }) =>
    `The journal of sales beside the backups ${completeAt ? `ends at ${completeAt}` : "was never begun"}${problem ? ` (${problem})` : ""}. After a restore nobody would know which keys were sold since: look at the place of the backups`,
  "stock.held_back": ({ count, first, last, since }) =>
    `${count} keys (${first} to ${last}) may have been sold between ${since} and now, which this database does not know: they are void. Put on sale again those that no buyer has`,
  "payment.unknown_trade": ({ channel, tradeNo, paymentNo, money, begunAt }) =>
    `${channel} has a paid trade that this shop does not know: ${tradeNo} (payment ${paymentNo}) over ${money}, begun ${begunAt}. Its order was lost with the restore: find the buyer in the gateway's list, deliver by hand or pay back`,
  "system.no_worker": ({ due }) =>
    `No worker is running: ${due} jobs wait, nothing is mailed and no callback is sent. Start the shop with worker: inline, or a worker`,
  "system.queue_late": ({ due, minutes }) =>
    `The queue is late: ${due} jobs are due, the oldest for ${minutes} minutes. Look into the log for jobs that fail, or start more workers`,
  "clock.foreign": ({ host, seconds, others }) =>
    `The clock of ${host} is ${Math.abs(Number(seconds))} seconds ${Number(seconds) > 0 ? "ahead of" : "behind"} those of ${others}: set it, or signed calls are refused`,
  "clock.skewed": ({ host, seconds, refuses }) =>
    `The clock of ${host} is ${Math.abs(Number(seconds))} seconds ${Number(seconds) > 0 ? "ahead of" : "behind"} the database's. ${refuses ? "Until it is right, this host expires no order and deletes nothing" : "Correct it"}`,
  "staff.new_place": ({ email, ip, userAgent }) =>
    `${email} logged in to the admin from a new place: ${ip}, ${userAgent}`,
  "staff.login_failures": ({ email, ip, count }) =>
    `${count} failed log-ins to the admin for ${email} within an hour, the last from ${ip}`,
  "staff.mail_server": ({ before, after }) =>
    `Mails of the shop go through ${after ?? "no server"} from now on, and went through ${before ?? "none"} before. If none of you changed it, end the sessions of all staff and name the right server again`,
  "staff.replaces_often": ({ staff, orderNo, count }) =>
    `${staff} replaced keys of ${orderNo} ${count} times, more than were sold: ask whether the buyer got them all`,
  "wallet.large_adjustment": ({ staff, amount, limit }) =>
    `${staff} adjusted balances by ${amount} today; the ceiling is ${limit}`,
  "system.untrusted_proxy": ({ peer }) =>
    `Requests come through ${peer}, which is not in server.trusted_proxies: all visitors share one address, and its limits`,
};
