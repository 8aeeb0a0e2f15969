import { open, seal } from "../core/crypto";

const place = (fulfillmentId: number) => `fulfilments:content:${fulfillmentId}:v1`;

/** What a fulfillment hands over where it is no key of the stock. */
export const sealDelivery = (fulfillmentId: number, content: string) => seal(content, place(fulfillmentId));
export const openDelivery = (fulfillmentId: number, sealed: Uint8Array) => open(sealed, place(fulfillmentId));
