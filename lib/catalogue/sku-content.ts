import { open, seal } from "../core/crypto";

const place = (skuId: number) => `skus:content:${skuId}:v1`;

/** The one content that every buyer of a `text` product gets. */
export const sealSkuContent = (skuId: number, content: string) => seal(content, place(skuId));
export const openSkuContent = (skuId: number, sealed: Uint8Array) => open(sealed, place(skuId));
