"use client";

import { later } from "@/components/ui/later";

// Parts of an order's page that come where the order has them, or has changed since the server drew them. Texts for a browser
// without script are none of them (React may put the HTML of a larger part where only script shows it), nor are the goods, nor
// a button that the server draws: a press before its script is there would be lost.
export const OrderState = later(() => import("./order-state").then((module) => module.OrderState));
export const MailText = later(() => import("./mail-text").then((module) => module.MailText));
export const OrderSummary = later(() => import("./order-summary").then((module) => module.OrderSummary));
export const OrderLicenses = later(() => import("./order-licenses").then((module) => module.OrderLicenses));
export const OrderRenewals = later(() => import("./order-renewals").then((module) => module.OrderRenewals));
export const OrderUnknown = later(() => import("./order-unknown").then((module) => module.OrderUnknown));
export const Countdown = later(() => import("../countdown").then((module) => module.Countdown));
export const KeepGoods = later(() => import("../offline/keep-goods").then((module) => module.KeepGoods), {
  browserOnly: true,
});
