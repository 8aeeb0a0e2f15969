/** Characters of one piece: small enough for a process that seals 200 of them anew at once. */
export const pieceCharacters = 192 * 1024;
