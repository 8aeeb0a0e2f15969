import { keyedHash, open, seal } from "../core/crypto";

const place = (secretId: number) => `secrets:content:${secretId}:v1`;

export const sealSecret = (secretId: number, content: string) => seal(content, place(secretId));
export const openSecret = (secretId: number, sealed: Uint8Array) => open(sealed, place(secretId));

/** Finds duplicates within a SKU without being readable. */
export const hashSecret = (content: string) => keyedHash("secret", content);

const contentPlace = (skuId: number) => `skus:content:${skuId}:v1`;

/** The reusable content of a `text` product. */
export const sealSkuContent = (skuId: number, content: string) => seal(content, contentPlace(skuId));
export const openSkuContent = (skuId: number, sealed: Uint8Array) => open(sealed, contentPlace(skuId));
