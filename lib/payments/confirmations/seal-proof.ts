import { open, seal } from "../../core/crypto";

const aad = (id: string) => `payment_proofs:picture:${id}:v1`;

export const sealProof = (id: string, picture: Uint8Array) =>
  seal(Buffer.from(picture).toString("base64"), aad(id));

export const openProof = (id: string, sealed: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(open(sealed, aad(id)), "base64"));
