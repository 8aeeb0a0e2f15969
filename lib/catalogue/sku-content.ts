import { open, seal } from "../core/crypto";

const aad = (skuId: number) => `skus:content:${skuId}:v1`;

/** The one content that every buyer of a `text` product gets. */
export const sealSkuContent = (skuId: number, content: string) => seal(content, aad(skuId));
export const openSkuContent = (skuId: number, sealed: Uint8Array) => open(sealed, aad(skuId));
