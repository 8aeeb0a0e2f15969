/** Parts of one bundle. */
export const maxParts = 10;
