import { z } from "zod";
import { days, flag, headerName, hour, minutes } from "./setting-kinds";

/** Whether buyers may review what they bought: never, seen by others after somebody of the shop has read it, or at once. */
export const reviewModes = ["off", "checked", "at_once"] as const;
export type ReviewMode = (typeof reviewModes)[number];
const reviewMode = (mode: ReviewMode): ReviewMode => mode;

/** How orders wait, and what buyers are told by themselves. */
export const sellingSettings = {
  order_expire_minutes: minutes(15, {
    section: "selling",
    label: "Reserve for shoppers",
    isPublic: true,
  }),
  site_order_expire_minutes: minutes(30, {
    section: "selling",
    label: "Reserve for agent sites",
    isPublic: false,
  }),
  open_order_mail: flag(false, {
    section: "selling",
    label: "Mail to who has not paid yet",
    hint: "One mail with the link to the order, five minutes after it was placed",
    isPublic: false,
  }),
  end_reminder_days: days(7, {
    section: "selling",
    label: "Remind before the end",
    hint: "Who bought a license or an access that ends gets one mail so many days before; 0 sends none",
    isPublic: false,
  }),
  country_header: {
    section: "selling",
    label: "Header that names the visitor’s country",
    hint: "What the proxy in front of the shop writes, for instance cf-ipcountry; for payment channels that are shown by country. It counts only from proxies named in server.trusted_proxies.",
    input: headerName.nullable(),
    output: z.string().nullable(),
    default: null,
    isPublic: false,
  },
  reviews: {
    section: "selling",
    label: "Reviews by buyers",
    hint: "Who got their goods may give stars and words to each product, once an order. What waits for a check stands in To do.",
    input: z.enum(reviewModes),
    output: z.enum(reviewModes),
    default: reviewMode("checked"),
    isPublic: true,
  },
  summary_hour: hour(8, {
    section: "selling",
    label: "Hour of the morning summary",
    hint: "Sent to the notification channels that want it, by mail or messenger",
    isPublic: false,
  }),
  low_stock_alerts: flag(true, {
    section: "selling",
    label: "Alert when stock runs low",
    isPublic: false,
  }),
} as const;
