import { getConfig } from "./config";

const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The shop calls itself by an address that only this machine reaches. */
export const isLocalShop = (): boolean => localHosts.has(new URL(getConfig().server.baseUrl).hostname);
