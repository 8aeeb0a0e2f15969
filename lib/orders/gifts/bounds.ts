/** Most characters of what the recipient of a gift reads; apart from the schemas, which no page of the shop has to load. */
export const longestGiftMessage = 500;
export const longestGiverName = 60;
