/** Passkeys and their library come to those who use one. */
export const loadPasskeys = () => import("./passkeys");
