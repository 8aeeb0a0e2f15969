import { open, seal } from "../../core/crypto";

const aad = (apiKey: string) => `connections:secret_sealed:${apiKey}:v1`;

export const sealConnectionSecret = (apiKey: string, secret: string) => seal(secret, aad(apiKey));
export const openConnectionSecret = (apiKey: string, sealed: Uint8Array) => open(sealed, aad(apiKey));
