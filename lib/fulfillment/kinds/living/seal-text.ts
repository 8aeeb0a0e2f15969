import { open, seal } from "../../../core/crypto";

const aad = (skuId: number, number: number) => `living_texts:content:${skuId}:${number}:v1`;

export const sealLivingText = (skuId: number, number: number, content: string) =>
  seal(content, aad(skuId, number));
export const openLivingText = (skuId: number, number: number, sealed: Uint8Array) =>
  open(sealed, aad(skuId, number));
