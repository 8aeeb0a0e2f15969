/** Characters of a file of products. */
export const maxFileLength = 2_000_000;
